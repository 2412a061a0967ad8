//! Two listeners, and the function's name for both.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
#[ace_listener(queue = "gongs")]
async fn on_bell() {}

fn main() {}
