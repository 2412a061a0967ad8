//! A placeholder without its brace.

use acemq::prelude::*;

#[ace_listener(queue = "${bells.queue")]
async fn on_bell() {}

fn main() {}
