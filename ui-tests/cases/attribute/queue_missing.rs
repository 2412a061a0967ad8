//! Nothing says which queue.

use acemq::prelude::*;

#[ace_listener(prefetch = 10)]
async fn on_bell() {}

fn main() {}
