//! Jitter is a part of the wait.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "fixed(3, 1s, jitter = 2)")]
async fn on_bell() {}

fn main() {}
