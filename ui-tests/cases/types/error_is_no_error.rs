//! A failure without a text.

use acemq::prelude::*;

struct Cracked;

#[ace_listener(queue = "bells")]
async fn on_bell() -> Result<(), Cracked> {
    Err(Cracked)
}

fn main() {}
