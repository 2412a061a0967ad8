//! One key, two values.

use acemq::prelude::*;

#[ace_listener(queue = "bells", queue = "gongs")]
async fn on_bell() {}

fn main() {}
