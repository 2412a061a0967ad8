//! An order is a number.

use acemq::prelude::*;

#[ace_listener(queue = "bells", order = "first")]
async fn on_bell() {}

fn main() {}
