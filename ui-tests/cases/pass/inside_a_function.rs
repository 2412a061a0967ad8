//! A listener inside of a function's body.

use acemq::prelude::*;

fn ring() {
    #[derive(serde::Deserialize)]
    struct Bell;

    #[ace_listener(queue = "bells")]
    async fn on_bell(bell: Bell) {
        let _ = bell;
    }
}

fn main() {
    ring();
}
