//! The name of a codec is a text.

use acemq::prelude::*;

#[ace_listener(queue = "bells", codec = json)]
async fn on_bell() {}

fn main() {}
