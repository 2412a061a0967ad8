//! Absence is no answer.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell() -> Option<()> {
    None
}

fn main() {}
