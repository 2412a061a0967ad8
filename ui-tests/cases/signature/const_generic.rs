//! A constant parameter.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell<const N: usize>(_bells: Vec<u8>) {}

fn main() {}
