//! No handler ends in no time.

use acemq::prelude::*;

#[ace_listener(queue = "bells", timeout = "0s")]
async fn on_bell() {}

fn main() {}
