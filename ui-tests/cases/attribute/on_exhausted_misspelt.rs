//! Nearly one of the forms.

use acemq::prelude::*;

#[ace_listener(queue = "bells", on_exhausted = "dead_letter")]
async fn on_bell() {}

fn main() {}
