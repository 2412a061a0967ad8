//! Only the quotes are missing here too.

use acemq::prelude::*;

#[ace_listener(queue = "bells", on_exhausted = dead-letter)]
async fn on_bell() {}

fn main() {}
