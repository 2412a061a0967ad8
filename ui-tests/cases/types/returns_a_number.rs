//! A number says nothing about a message.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell() -> u8 {
    0
}

fn main() {}
