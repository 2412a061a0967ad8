//! A function that there is not.
//!
//! Words: the compiler's

use acemq::prelude::*;

fn bell_key(bell: &u64) -> String {
    bell.to_string()
}

#[ace_listener(queue = "bells", idempotent = "db", idempotency_key = bel_key)]
async fn on_bell(_bell: u64) {}

fn main() {}
