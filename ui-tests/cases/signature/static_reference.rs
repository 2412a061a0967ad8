//! No delivery lasts for ever.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: &'static String) {}

fn main() {}
