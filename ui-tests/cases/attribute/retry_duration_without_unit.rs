//! A wait without a unit.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "fixed(3, 10)")]
async fn on_bell() {}

fn main() {}
