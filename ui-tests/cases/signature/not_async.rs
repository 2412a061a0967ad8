//! A function that cannot wait.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
fn on_bell() {}

fn main() {}
