//! A text that would last for ever.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: &'static str) {}

fn main() {}
