//! An option that there is not.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "exponential(5, 2s, 30s, giveup_after = 10m)")]
async fn on_bell() {}

fn main() {}
