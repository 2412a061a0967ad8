//! A key is a text.
//!
//! Words: the compiler's

use acemq::prelude::*;

fn bell_key(bell: &u64) -> u64 {
    *bell
}

#[ace_listener(queue = "bells", idempotent = "db", idempotency_key = bell_key)]
async fn on_bell(_bell: u64) {}

fn main() {}
