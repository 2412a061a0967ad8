//! More handlers than messages.

use acemq::prelude::*;

#[ace_listener(queue = "bells", prefetch = 4, concurrency = 8)]
async fn on_bell() {}

fn main() {}
