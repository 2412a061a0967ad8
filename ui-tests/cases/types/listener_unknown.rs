//! A function that there is not.
//!
//! Words: the compiler's

use acemq::ace_listener;

#[ace_listener(queue = "bells")]
async fn on_bell() {}

fn listener() -> acemq::Listener {
    acemq::listener!(on_bel)
}

fn main() {}
