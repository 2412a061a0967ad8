//! An unsafe function.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async unsafe fn on_bell() {}

fn main() {}
