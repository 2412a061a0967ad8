//! A macro sees the name of a constant, not its value.

use acemq::prelude::*;

#[ace_listener(queue = QUEUE)]
async fn on_bell() {}

fn main() {}
