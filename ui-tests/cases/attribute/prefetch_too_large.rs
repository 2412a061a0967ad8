//! AMQP counts its window in 16 bits.

use acemq::prelude::*;

#[ace_listener(queue = "bells", prefetch = 100000)]
async fn on_bell() {}

fn main() {}
