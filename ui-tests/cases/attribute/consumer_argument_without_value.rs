//! A name alone.

use acemq::prelude::*;

#[ace_listener(queue = "bells", consumer_arguments(x-priority))]
async fn on_bell() {}

fn main() {}
