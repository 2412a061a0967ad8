//! Not a function.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
pub struct Bell;

fn main() {}
