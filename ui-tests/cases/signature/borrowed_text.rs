//! Borrowed text.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(bell: &str) {
    let _ = bell;
}

fn main() {}
