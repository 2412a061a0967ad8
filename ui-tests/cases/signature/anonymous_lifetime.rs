//! A lifetime that was left out inside a type.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_text: std::borrow::Cow<'_, str>) {}

fn main() {}
