//! There is no payload to take a key from.

use acemq::prelude::*;

fn bell_key(bell: &String) -> String {
    bell.clone()
}

#[ace_listener(queue = "bells", idempotent = "db", idempotency_key = bell_key)]
async fn on_bell(_attempt: Attempt) {}

fn main() {}
