//! Messages are whole.

use acemq::prelude::*;

#[ace_listener(queue = "bells", prefetch = 2.5)]
async fn on_bell() {}

fn main() {}
