//! Lent to be changed.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: &mut String) {}

fn main() {}
