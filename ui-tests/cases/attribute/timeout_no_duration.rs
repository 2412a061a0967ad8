//! A text that is no duration.

use acemq::prelude::*;

#[ace_listener(queue = "bells", timeout = "soon")]
async fn on_bell() {}

fn main() {}
