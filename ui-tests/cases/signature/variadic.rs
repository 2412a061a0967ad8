//! Any number of arguments.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: u8, ...) {}

fn main() {}
