//! The queue as a word.

use acemq::prelude::*;

#[ace_listener(queue = bells)]
async fn on_bell() {}

fn main() {}
