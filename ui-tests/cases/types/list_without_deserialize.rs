//! A list of what cannot be read.

use acemq::prelude::*;

struct Bell;

#[ace_listener(queue = "bells")]
async fn on_bell(_bells: Vec<Bell>) {}

fn main() {}
