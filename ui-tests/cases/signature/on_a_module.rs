//! A module.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
mod bells {}

fn main() {}
