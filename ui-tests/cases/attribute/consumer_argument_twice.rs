//! One name, two values.

use acemq::prelude::*;

#[ace_listener(queue = "bells", consumer_arguments(x-priority = 1, "x-priority" = 2))]
async fn on_bell() {}

fn main() {}
