//! A key that is like no other.

use acemq::prelude::*;

#[ace_listener(queue = "bells", banana = 10)]
async fn on_bell() {}

fn main() {}
