//! Fewer than none.

use acemq::prelude::*;

#[ace_listener(queue = "bells", concurrency = -1)]
async fn on_bell() {}

fn main() {}
