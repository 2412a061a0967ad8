//! A window in which nothing fits.

use acemq::prelude::*;

#[ace_listener(queue = "bells", prefetch = 0)]
async fn on_bell() {}

fn main() {}
