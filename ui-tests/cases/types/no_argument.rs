//! A type that is neither payload nor argument.

use acemq::prelude::*;

struct Bell;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: Bell) {}

fn main() {}
