//! What the application registers comes as `State`.

use acemq::prelude::*;

struct Gateway;

#[ace_listener(queue = "bells")]
async fn on_bell(_gateway: std::sync::Arc<Gateway>) {}

fn main() {}
