//! Any number of arguments.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: u8, _more: ...) {}

fn main() {}
