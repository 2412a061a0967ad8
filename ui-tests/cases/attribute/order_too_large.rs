//! A number that does not fit.

use acemq::prelude::*;

#[ace_listener(queue = "bells", order = 3_000_000_000)]
async fn on_bell() {}

fn main() {}
