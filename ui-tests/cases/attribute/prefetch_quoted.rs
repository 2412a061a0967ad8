//! A number as text.

use acemq::prelude::*;

#[ace_listener(queue = "bells", prefetch = "10")]
async fn on_bell() {}

fn main() {}
