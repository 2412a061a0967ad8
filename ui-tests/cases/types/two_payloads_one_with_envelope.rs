//! The body is decoded once, whatever it is wrapped in.

use acemq::prelude::*;

#[derive(serde::Deserialize)]
struct Bell;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: Bell, _message: Message<Bell>) {}

fn main() {}
