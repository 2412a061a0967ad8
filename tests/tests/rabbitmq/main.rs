//! What only a real broker shows: its own words about what was declared, a stock client, and a schedule to the clock.
#![cfg(test)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail as tests do"
)]

mod consumer;
mod refused;
mod schedule;
mod stock_client;
mod topology;

use acemq::{App, Config, Running, prelude::*};
use acemq_tests::{BoxError, Probe};
use serde_json::Value;

/// Its queue, and whatever the configuration says.
#[ace_listener(queue = "${queue}")]
async fn plain(message: Message<Value>, probe: State<Probe>) -> Result<Ack, BoxError> {
    probe.run(&message).await
}

/// Waits of one, two and two seconds, all of them in the broker.
#[ace_listener(queue = "${queue}", retry = "exponential(4, 1s, 2s, wait_in_broker_from = always)")]
async fn in_broker(message: Message<Value>, probe: State<Probe>) -> Result<Ack, BoxError> {
    probe.run(&message).await
}

async fn start(listener: &str, config: Config, probe: &Probe) -> Running {
    let started = App::new(config).state(probe.clone()).only(&[listener]).start().await;
    started.unwrap_or_else(|error| panic!("{error}"))
}
