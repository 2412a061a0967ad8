//! Listeners that most journeys share. What a run does is the probe's to say.

use acemq::{App, Config, Running, prelude::*};
use acemq_tests::{BoxError, Probe};
use serde_json::Value;

/// A listener about which the attribute says nothing but its queue.
#[ace_listener(queue = "${queue}")]
async fn plain(message: Message<Value>, probe: State<Probe>) -> Result<Ack, BoxError> {
    probe.run(&message).await
}

/// One with a ladder of three short waits.
#[ace_listener(queue = "${queue}", retry = "fixed(3, 20ms)")]
async fn laddered(message: Message<Value>, probe: State<Probe>) -> Result<Ack, BoxError> {
    probe.run(&message).await
}

/// One that handles a message once, by what the store `claims` remembers.
#[ace_listener(queue = "${queue}", idempotent = "claims")]
async fn claiming(message: Message<Value>, probe: State<Probe>) -> Result<Ack, BoxError> {
    probe.run(&message).await
}

/// Starts one listener alone.
pub(crate) async fn start(listener: &str, config: Config, probe: &Probe) -> Running {
    start_app(listener, App::new(config).state(probe.clone())).await
}

/// Starts one listener of an application alone.
pub(crate) async fn start_app(listener: &str, app: App) -> Running {
    app.only(&[listener]).start().await.unwrap_or_else(|error| panic!("{error}"))
}

/// Drains, which ends everything that is under way, and fails when a message had to be left.
pub(crate) async fn finish(running: Running) {
    let drained = running.drain().await;
    assert!(drained.is_clean(), "{drained:?}");
}
