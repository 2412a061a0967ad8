//! A key of its own and nowhere to keep it.

use acemq::prelude::*;

#[ace_listener(queue = "bells", idempotency_key = "header:x-request-id")]
async fn on_bell() {}

fn main() {}
