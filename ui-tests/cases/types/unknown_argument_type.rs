//! A type with a typo.
//!
//! Words: the compiler's

use acemq::prelude::*;

#[derive(serde::Deserialize)]
struct Bell;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: Bel) {}

fn main() {}
