//! Only the quotes are missing.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = fixed(3, 5s))]
async fn on_bell() {}

fn main() {}
