//! A library with a listener that no line of the application names.

use acemq::ace_listener;

/// Rings in vain.
#[ace_listener(queue = "unnamed")]
pub async fn on_unnamed() {}
