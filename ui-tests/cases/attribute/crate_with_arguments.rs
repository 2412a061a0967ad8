//! A path to a module has no arguments.

use acemq::prelude::*;

#[ace_listener(queue = "bells", crate = acemq::<u8>)]
async fn on_bell() {}

fn main() {}
