//! A type that is not in scope.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: Bell) {}

fn main() {}
