//! One name of two.

use acemq::prelude::*;

#[ace_listener(queue = "bells", on_exhausted = "republish(bells.failed)")]
async fn on_bell() {}

fn main() {}
