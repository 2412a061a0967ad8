//! The code of `docs/testing.md`, run: every block of that document stands in here word for word, which the last test
//! holds.
#![cfg(test)]

use std::time::Duration;

use acemq::prelude::*;
use serde_json::json;
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::timeout,
};

#[derive(serde::Deserialize)]
struct Payment {
    id: String,
    amount: i64,
}

struct Gateway {
    answers: bool,
    asked: UnboundedSender<String>,
}

impl Gateway {
    #[allow(clippy::unused_async, reason = "the guide's own gateway talks to a provider")]
    async fn take(&self, payment: &Payment) -> anyhow::Result<()> {
        self.asked.send(payment.id.clone())?;
        anyhow::ensure!(self.answers, "the provider answered 503");
        Ok(())
    }
}

#[ace_listener(queue = "payments.new", retry = "exponential(5, 2s, 30s)", idempotent = "db")]
async fn on_payment(payment: Payment, gateway: State<Gateway>) -> anyhow::Result<()> {
    if payment.amount < 0 {
        return Err(Fatal::new("a payment cannot be negative").into());
    }
    gateway.take(&payment).await
}

/// A gateway that answers or not, and what it is asked for.
fn gateway(answers: bool) -> (Gateway, UnboundedReceiver<String>) {
    let (asked, payments) = unbounded_channel();
    (Gateway { answers, asked }, payments)
}

#[tokio::test]
async fn a_payment_is_taken_once() {
    let (gateway, mut asked) = gateway(true);
    let payment = Payment { id: "p-1".to_owned(), amount: 5 };
    on_payment(payment, State::new(gateway)).await.unwrap();
    assert_eq!(asked.recv().await.as_deref(), Some("p-1"));
}

#[tokio::test]
async fn a_payment_arrives_through_its_queue() {
    let (gateway, mut asked) = gateway(true);
    let config = Config::from_toml("url = 'memory://through-its-queue'")
        .unwrap()
        .with("listeners.on_payment.idempotent", "memory");
    let running = App::new(config).only(&["on_payment"]).state(gateway).start().await.unwrap();

    let publisher = running.mq().publisher("", "payments.new");
    publisher.send(&json!({ "id": "p-2", "amount": 5 })).await.unwrap();
    let payment = timeout(Duration::from_secs(5), asked.recv()).await.unwrap();
    assert_eq!(payment.as_deref(), Some("p-2"));

    assert!(running.drain().await.is_clean());
}

#[ace_listener(queue = "payments.new.dlq")]
async fn given_up(envelope: Envelope, probe: State<UnboundedSender<Envelope>>) -> anyhow::Result<()> {
    Ok(probe.send(envelope)?)
}

#[tokio::test]
async fn a_provider_that_is_down_uses_up_three_attempts() {
    let (gateway, mut asked) = gateway(false);
    let (probe, mut dead) = unbounded_channel::<Envelope>();
    let config = Config::from_toml(
        "url = 'memory://three-attempts'
         [listeners.on_payment]
         retry = 'fixed(3, 5ms)'
         idempotent = 'memory'",
    );
    let app = App::new(config.unwrap()).only(&["on_payment", "given_up"]).state(gateway).state(probe);
    let running = app.start().await.unwrap();

    let publisher = running.mq().publisher("", "payments.new");
    publisher.send(&json!({ "id": "p-3", "amount": 5 })).await.unwrap();
    let envelope = timeout(Duration::from_secs(5), dead.recv()).await.unwrap().unwrap();
    assert_eq!(envelope.error.as_deref(), Some("exhausted 3 attempts: the provider answered 503"));
    assert_eq!((envelope.attempt, asked.len()), (3, 3));
    asked.close();

    assert!(running.drain().await.is_clean());
}

#[tokio::test(start_paused = true)]
async fn the_ladder_of_the_attribute_gives_up_after_half_a_minute() {
    let (gateway, _asked) = gateway(false);
    let (probe, mut dead) = unbounded_channel::<Envelope>();
    let config = Config::from_toml("url = 'memory://whole-ladder'")
        .unwrap()
        .with("listeners.on_payment.idempotent", "memory");
    let app = App::new(config).only(&["on_payment", "given_up"]).state(gateway).state(probe);
    let running = app.start().await.unwrap();

    let begin = tokio::time::Instant::now();
    let publisher = running.mq().publisher("", "payments.new");
    publisher.send(&json!({ "id": "p-4", "amount": 5 })).await.unwrap();
    let envelope = dead.recv().await.unwrap();
    assert_eq!(envelope.attempt, 5);
    // 2 + 4 + 8 + 16 s, and each up to a fifth shorter or longer.
    assert!((24..=36).contains(&begin.elapsed().as_secs()), "{:?}", begin.elapsed());

    assert!(running.drain().await.is_clean());
}

#[test]
fn every_block_of_the_guide_is_run_here() {
    let guide = include_str!("../../docs/testing.md");
    let here = include_str!("testing_guide.rs");
    let blocks: Vec<&str> =
        guide.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 5, "{} blocks were found", blocks.len());
    for block in blocks {
        assert!(
            here.contains(block),
            "this block of docs/testing.md is not in tests/tests/testing_guide.rs:\n{block}"
        );
    }
}
