//! A return type that is not in scope.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell() -> Outcom {}

fn main() {}
