//! Two words are no name.

use acemq::prelude::*;

#[ace_listener(queue = "bells", consumer_arguments(x priority = 10))]
async fn on_bell() {}

fn main() {}
