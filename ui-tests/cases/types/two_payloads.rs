//! The body is decoded once.

use acemq::prelude::*;

#[derive(serde::Deserialize)]
struct Bell;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: Bell, _attempt: Attempt, _gong: Vec<Bell>) {}

fn main() {}
