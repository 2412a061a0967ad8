//! An id is a text.

use acemq::prelude::*;

#[ace_listener(queue = "bells", id = 7)]
async fn on_bell() {}

fn main() {}
