//! A borrowed list.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(bells: &[u8]) {
    let _ = bells;
}

fn main() {}
