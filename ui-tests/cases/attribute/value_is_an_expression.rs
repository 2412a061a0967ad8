//! A value that only the running program knows.

use acemq::prelude::*;

#[ace_listener(queue = concat!("be", "lls"))]
async fn on_bell() {}

fn main() {}
