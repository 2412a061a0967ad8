//! A header without a name.

use acemq::prelude::*;

#[ace_listener(queue = "bells", idempotent = "db", idempotency_key = "header:")]
async fn on_bell() {}

fn main() {}
