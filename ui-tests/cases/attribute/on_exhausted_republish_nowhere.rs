//! A copy needs a target.

use acemq::prelude::*;

#[ace_listener(queue = "bells", on_exhausted = "republish")]
async fn on_bell() {}

fn main() {}
