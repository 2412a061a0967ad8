//! A value nobody asked for.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell() -> Result<u8, String> {
    Ok(0)
}

fn main() {}
