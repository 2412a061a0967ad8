//! A duration without its quotes.

use acemq::prelude::*;

#[ace_listener(queue = "bells", timeout = 20m)]
async fn on_bell() {}

fn main() {}
