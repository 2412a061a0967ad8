//! Two listeners, and one id for both.

use acemq::prelude::*;

#[ace_listener(queue = "bells", id = "ringer")]
#[ace_listener(queue = "gongs", id = "ringer")]
async fn on_bell() {}

fn main() {}
