//! An expression is no value.

use acemq::prelude::*;

#[ace_listener(queue = "bells", consumer_arguments(x-team = team()))]
async fn on_bell() {}

fn main() {}
