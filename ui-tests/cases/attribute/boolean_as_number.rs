//! A number where a boolean stands.

use acemq::prelude::*;

#[ace_listener(queue = "bells", requeue_on_failure = 1)]
async fn on_bell() {}

fn main() {}
