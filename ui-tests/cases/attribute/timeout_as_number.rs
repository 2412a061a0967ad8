//! A duration is a text.

use acemq::prelude::*;

#[ace_listener(queue = "bells", timeout = 20)]
async fn on_bell() {}

fn main() {}
