//! Names stand without quotes.

use acemq::prelude::*;

#[ace_listener(queue = "bells", on_exhausted = "republish('bells.failed', late)")]
async fn on_bell() {}

fn main() {}
