//! A text that is no boolean and no placeholder.

use acemq::prelude::*;

#[ace_listener(queue = "bells", auto_startup = "no")]
async fn on_bell() {}

fn main() {}
