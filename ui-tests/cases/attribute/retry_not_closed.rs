//! The parenthesis is open.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "fixed(3, 1s")]
async fn on_bell() {}

fn main() {}
