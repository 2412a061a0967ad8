//! A function of a trait has no body of its own.

use acemq::prelude::*;

trait Bells {
    #[ace_listener(queue = "bells")]
    async fn on_bell(bell: String);
}

fn main() {}
