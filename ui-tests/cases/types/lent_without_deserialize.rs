//! A reference to what cannot be read.

use acemq::prelude::*;

struct Bell;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: &Message<Bell>) {}

fn main() {}
