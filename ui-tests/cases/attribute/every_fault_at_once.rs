//! Five faults, one run.
//!
//! Mistakes: 5

use acemq::prelude::*;

#[ace_listener(queue = "amq.bells", retry = "fixd(3, 1s)", prefetch = 0, oder = 1)]
fn on_bell() {}

fn main() {}
