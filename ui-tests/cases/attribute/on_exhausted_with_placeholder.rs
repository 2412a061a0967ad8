//! No placeholder is filled in here.

use acemq::prelude::*;

#[ace_listener(queue = "bells", on_exhausted = "republish(${failed}, late)")]
async fn on_bell() {}

fn main() {}
