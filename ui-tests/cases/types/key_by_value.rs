//! The handler still needs the payload.
//!
//! Words: the compiler's

use acemq::prelude::*;

fn bell_key(bell: String) -> String {
    bell
}

#[ace_listener(queue = "bells", idempotent = "db", idempotency_key = bell_key)]
async fn on_bell(_bell: String) {}

fn main() {}
