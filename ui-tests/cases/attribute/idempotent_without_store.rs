//! A key without a value.

use acemq::prelude::*;

#[ace_listener(queue = "bells", idempotent)]
async fn on_bell() {}

fn main() {}
