//! A number says no unit.

use acemq::prelude::*;

#[ace_listener(queue = "bells", timeout = "20")]
async fn on_bell() {}

fn main() {}
