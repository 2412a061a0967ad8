//! A comparison is no value.

use acemq::prelude::*;

#[ace_listener(queue == "bells")]
async fn on_bell() {}

fn main() {}
