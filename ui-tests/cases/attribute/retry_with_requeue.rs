//! Two answers to one failure.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "fixed(3, 10s)", requeue_on_failure = true)]
async fn on_bell() {}

fn main() {}
