//! A return type that is not in scope.
//!
//! Words: the compiler's

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell() -> Outcom {}

fn main() {}
