//! The `=` is missing, and a minus is there.

use acemq::prelude::*;

#[ace_listener(queue = "bells", order -1)]
async fn on_bell() {}

fn main() {}
