//! One option, two values.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "fixed(3, 1s, jitter = 0.1, jitter = 0.2)")]
async fn on_bell() {}

fn main() {}
