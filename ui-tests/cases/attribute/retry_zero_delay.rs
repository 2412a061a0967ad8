//! No wait is no ladder.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "fixed(3, 0s)")]
async fn on_bell() {}

fn main() {}
