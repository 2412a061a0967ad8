//! Nobody can build a trait.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_gateway: &dyn std::fmt::Debug) {}

fn main() {}
