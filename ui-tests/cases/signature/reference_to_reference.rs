//! Borrowed twice.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: &&String) {}

fn main() {}
