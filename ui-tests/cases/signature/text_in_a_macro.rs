//! A type that a macro hands in is a type like any other.

use acemq::prelude::*;

macro_rules! listener {
    ($payload:ty) => {
        #[ace_listener(queue = "bells")]
        async fn on_bell(_bell: $payload) {}
    };
}

listener!(&str);

fn main() {}
