//! An option behind the parenthesis.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "fixed(3, 1s), jitter = 0.1")]
async fn on_bell() {}

fn main() {}
