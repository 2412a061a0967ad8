//! A ladder that goes down.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "exponential(5, 30s, 2s)")]
async fn on_bell() {}

fn main() {}
