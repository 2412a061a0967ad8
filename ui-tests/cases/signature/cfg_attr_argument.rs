//! A condition behind a condition.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(#[cfg_attr(all(), cfg(any()))] _bell: String) {}

fn main() {}
