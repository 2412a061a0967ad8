//! A path stands without quotes.

use acemq::prelude::*;

#[ace_listener(queue = "bells", crate = "::acemq")]
async fn on_bell() {}

fn main() {}
