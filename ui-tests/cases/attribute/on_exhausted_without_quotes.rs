//! The form is a text.

use acemq::prelude::*;

#[ace_listener(queue = "bells", on_exhausted = park)]
async fn on_bell() {}

fn main() {}
