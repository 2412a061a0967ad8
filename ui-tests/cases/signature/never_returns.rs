//! A function without an answer.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell() -> ! {
    loop {}
}

fn main() {}
