//! An exponential ladder has a maximum.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "exponential(5, 2s)")]
async fn on_bell() {}

fn main() {}
