//! A closure where a path stands.

use acemq::prelude::*;

#[ace_listener(queue = "bells", idempotent = "db", idempotency_key = |bell| bell.id.clone())]
async fn on_bell() {}

fn main() {}
