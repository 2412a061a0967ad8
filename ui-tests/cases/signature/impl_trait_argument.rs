//! A type without a name.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: impl Sized) {}

fn main() {}
