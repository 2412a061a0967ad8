//! A borrowed argument.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_headers: &Headers) {}

fn main() {}
