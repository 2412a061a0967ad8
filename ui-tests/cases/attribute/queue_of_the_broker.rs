//! A name that belongs to the broker.

use acemq::prelude::*;

#[ace_listener(queue = "amq.bells")]
async fn on_bell() {}

fn main() {}
