//! A list with nothing in it.

use acemq::prelude::*;

#[ace_listener(queue = "bells", consumer_arguments())]
async fn on_bell() {}

fn main() {}
