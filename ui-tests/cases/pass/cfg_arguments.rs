//! An argument that is there in one build and not in another.

use acemq::prelude::*;

#[derive(serde::Deserialize)]
struct Bell(String);

fn bell_key(bell: &Bell) -> String {
    bell.0.clone()
}

#[ace_listener(queue = "bells", idempotent = "db", idempotency_key = bell_key)]
async fn on_bell(
    #[cfg(not(any()))] bell: Bell,
    #[cfg(any())] gong: not_there::Gong,
    #[cfg(all())] attempt: &Attempt,
    envelope: Envelope,
) {
    let _ = (bell, attempt, envelope);
}

fn main() {}
