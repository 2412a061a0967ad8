//! A text without an owner.
//!
//! Words: the compiler's

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: str) {}

fn main() {}
