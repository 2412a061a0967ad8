//! The body is decoded once, whoever owns it.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: &String, _message: &Message<String>) {}

fn main() {}
