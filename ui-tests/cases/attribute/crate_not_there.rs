//! A crate that there is not.
//!
//! Words: the compiler's

use acemq::prelude::*;

#[ace_listener(queue = "bells", crate = ::not_there)]
async fn on_bell() {}

fn main() {}
