//! A function's path in quotes.

use acemq::prelude::*;

#[ace_listener(queue = "bells", idempotent = "db", idempotency_key = "keys::of_bell")]
async fn on_bell() {}

fn main() {}
