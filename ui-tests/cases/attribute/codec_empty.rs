//! A codec without a name.

use acemq::prelude::*;

#[ace_listener(queue = "bells", codec = "")]
async fn on_bell() {}

fn main() {}
