//! The spelling of another language.

use acemq::prelude::*;

#[ace_listener(queue = "bells", autoStartup = false)]
async fn on_bell() {}

fn main() {}
