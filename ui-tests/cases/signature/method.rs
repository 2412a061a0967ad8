//! A method.

use acemq::prelude::*;

struct Tower;

impl Tower {
    #[ace_listener(queue = "bells")]
    async fn on_bell(&self) {}
}

fn main() {}
