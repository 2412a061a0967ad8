//! The spelling of a configuration file.

use acemq::prelude::*;

#[ace_listener(queue = "bells", on-exhausted = "park")]
async fn on_bell() {}

fn main() {}
