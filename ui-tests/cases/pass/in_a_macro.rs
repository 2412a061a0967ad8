//! Types, names and values that come from a macro's arguments.

use acemq::prelude::*;

macro_rules! listener {
    ($name:ident, $payload:ty, $output:ty, $queue:literal, $prefetch:expr) => {
        #[ace_listener(queue = $queue, prefetch = $prefetch)]
        async fn $name(payload: $payload, attempt: Attempt) -> $output {
            let _ = (payload, attempt);
            Ok(())
        }

        mod inner {
            use acemq::prelude::*;

            #[ace_listener(queue = "inner", id = "inner")]
            async fn on_inner(payload: $payload, State(_state): State<u8>) {
                let _ = payload;
            }
        }
    };
}

listener!(on_text, String, Result<(), String>, "texts", 10);

fn main() {}
