//! References, to each kind of argument.

use acemq::prelude::*;

#[derive(serde::Deserialize)]
struct Bell(String);

#[ace_listener(queue = "bells")]
async fn on_bell(bell: &Bell, envelope: &Envelope, headers: &Headers, attempt: &Attempt, mq: &AceMq) -> Result<(), String> {
    let _ = (&bell.0, envelope.id.as_str(), headers.len(), attempt.get(), mq);
    ring().await;
    Err(bell.0.clone())
}

#[ace_listener(queue = "bells")]
async fn on_message(message: &Message<Bell>, State(gateway): &State<u8>) {
    let _ = (message.attempt(), gateway);
}

async fn ring() {}

fn main() {}
