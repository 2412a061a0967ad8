//! Two arguments, two faults.
//!
//! Mistakes: 2

use acemq::prelude::*;

#[ace_listener(queue = "bells", consumer_arguments(x-priority = 1.5, x-team = team))]
async fn on_bell() {}

fn main() {}
