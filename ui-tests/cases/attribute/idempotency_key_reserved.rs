//! A header that is the envelope's.

use acemq::prelude::*;

#[ace_listener(queue = "bells", idempotent = "db", idempotency_key = "header:x-acemq-correlation")]
async fn on_bell() {}

fn main() {}
