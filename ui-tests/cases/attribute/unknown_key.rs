//! A key with a typo.

use acemq::prelude::*;

#[ace_listener(queue = "bells", prefech = 10)]
async fn on_bell() {}

fn main() {}
