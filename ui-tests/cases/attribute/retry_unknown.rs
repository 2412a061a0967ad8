//! A retry form that there is not.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "exponental(5, 2s, 30s)")]
async fn on_bell() {}

fn main() {}
