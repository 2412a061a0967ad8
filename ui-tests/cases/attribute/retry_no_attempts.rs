//! Zero attempts.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "fixed(0, 10s)")]
async fn on_bell() {}

fn main() {}
