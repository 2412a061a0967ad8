//! A foreign ABI.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async extern "C" fn on_bell() {}

fn main() {}
