//! No function at all.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
const BELL: u8 = 1;

fn main() {}
