//! A return type without a name.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell() -> impl acemq::IntoOutcome {}

fn main() {}
