//! Nearly the one argument that everybody means.

use acemq::prelude::*;

#[ace_listener(queue = "bells", consumer_arguments(x_priority = 10))]
async fn on_bell() {}

fn main() {}
