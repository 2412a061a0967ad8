//! A type that borrows somewhere inside.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bells: Message<Vec<&str>>) {}

fn main() {}
