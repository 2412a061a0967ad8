//! A queue without a name.

use acemq::prelude::*;

#[ace_listener(queue = "")]
async fn on_bell() {}

fn main() {}
