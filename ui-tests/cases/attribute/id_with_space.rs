//! An id that no environment variable could name.

use acemq::prelude::*;

#[ace_listener(queue = "bells", id = "the bell")]
async fn on_bell() {}

fn main() {}
