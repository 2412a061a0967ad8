//! An id that is only punctuation.

use acemq::prelude::*;

#[ace_listener(queue = "bells", id = "::")]
async fn on_bell() {}

fn main() {}
