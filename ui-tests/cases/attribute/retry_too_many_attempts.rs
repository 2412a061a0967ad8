//! More attempts than there may be.

use acemq::prelude::*;

#[ace_listener(queue = "bells", retry = "fixed(20000, 1s)")]
async fn on_bell() {}

fn main() {}
