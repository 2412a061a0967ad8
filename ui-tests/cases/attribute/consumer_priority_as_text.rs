//! The broker wants a number.

use acemq::prelude::*;

#[ace_listener(queue = "bells", consumer_arguments(x-priority = "high"))]
async fn on_bell() {}

fn main() {}
