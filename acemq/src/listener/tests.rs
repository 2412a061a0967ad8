//! Annotated functions, found in the registry and called with deliveries made by hand.

use std::{cell::RefCell, sync::Arc, time::SystemTime};

use bytes::Bytes;

use super::{ConsumerArgument, Options, Registration, Registry, linked};
use crate::{
    Ack, Attempt, DecodeError, Envelope, Fatal, FromDelivery, Headers, Incoming, Message, Requirements,
    Resources, State, Value, ace_listener,
    broker::Delivery,
    codec::Reading,
    extract::CancelSlot,
    message::{Outcome, Properties, Table, header},
};

#[derive(serde::Deserialize)]
struct Payment {
    amount: i64,
}

struct Limit(i64);

struct Tenant(String);

impl FromDelivery for Tenant {
    fn from_delivery(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
        let headers = incoming.headers();
        let tenant =
            headers.text("x-tenant").ok_or_else(|| DecodeError::new("the header `x-tenant` is missing"))?;
        Ok(Self(tenant.to_owned()))
    }
}

#[ace_listener(
    queue = "payments.${region:eu}",
    retry = "exponential(5, 2s, 30s)",
    idempotent = "db",
    prefetch = 10,
    concurrency = 2,
    auto_startup = false,
    order = -3,
    idempotency_key = "header:x-request-id",
    codec = "json",
    on_exhausted = "republish(payments.failed, late)",
    timeout = "20s",
    consumer_arguments(x-priority = 10, x-team = "payments", x-flag = true),
)]
async fn on_payment(payment: Payment, State(limit): State<Limit>) -> anyhow::Result<()> {
    if payment.amount < 0 {
        return Err(Fatal::new("a payment cannot be negative").into());
    }
    anyhow::ensure!(payment.amount <= limit.0, "over the limit");
    Ok(())
}

#[ace_listener(queue = "audit", id = "auditor", requeue_on_failure = true, auto_startup = "${audit:true}")]
async fn on_audit(attempt: Attempt, message: Message<Vec<u32>>, headers: Headers, tenant: Tenant) -> Ack {
    assert_eq!(attempt, message.attempt());
    assert_eq!(headers.text("x-tenant"), Some(tenant.0.as_str()));
    Ack::park(format!("{:?} of {} in {}", message.payload, message.envelope().id, message.queue()))
}

#[ace_listener(queue = "bells")]
async fn on_bell() {}

#[ace_listener(queue = "bells", id = "envelopes")]
#[ace_listener(queue = "bells", id = "more-envelopes", order = 7)]
async fn on_envelope(envelope: Envelope) -> Result<Ack, String> {
    Err(envelope.id)
}

fn amount_key(payment: &Payment) -> String {
    format!("amount-{}", payment.amount)
}

#[ace_listener(queue = "lent", idempotent = "memory", idempotency_key = amount_key)]
async fn on_lent(
    attempt: &Attempt,
    #[cfg(any())] nowhere: &NotThere,
    payment: &Payment,
    #[cfg(not(any()))] envelope: &Envelope,
    headers: Headers,
) -> Ack {
    std::future::ready(()).await;
    Ack::park(format!("{attempt} of {}: {} for {:?}", envelope.id, payment.amount, headers.text("x-tenant")))
}

#[ace_listener(queue = "keyed", id = "keyed", idempotent = "memory", idempotency_key = amount_key)]
async fn on_keyed(message: Message<Payment>) {
    drop(message);
}

fn registration(id: &str) -> Registration {
    *Registry::new(linked()).expect("no duplicates").find(id).expect("it is linked")
}

struct Arrived {
    delivery: Delivery,
    resources: Resources,
    /// The key of the last call.
    key: RefCell<Option<String>>,
}

impl Arrived {
    fn with(body: &'static [u8]) -> Self {
        let headers: Table = [
            (header::ID.into(), Value::from("m-1")),
            (header::ATTEMPT.into(), Value::I32(2)),
            ("x-tenant".into(), Value::from("acme")),
        ]
        .into();
        let delivery = Delivery {
            redelivered: false,
            exchange: "".into(),
            routing_key: "orders".into(),
            properties: Properties::default(),
            headers: Arc::new(headers),
            body: Bytes::from_static(body),
        };
        let mut resources = Resources::default();
        resources.insert(State::new(Limit(100)));
        Self { delivery, resources, key: RefCell::default() }
    }

    /// What the listener of that id says.
    async fn to(&self, id: &str) -> Result<Outcome, DecodeError> {
        let delivery = &self.delivery;
        let envelope = Envelope::read(
            &delivery.headers,
            &delivery.properties,
            &delivery.routing_key,
            SystemTime::UNIX_EPOCH,
        );
        let incoming = Incoming {
            delivery,
            envelope: &Arc::new(envelope),
            queue: &Arc::from("orders"),
            reading: &Reading::default(),
            resources: &self.resources,
            cancel: &CancelSlot::default(),
        };
        let prepared = (registration(id).prepare)(&incoming)?;
        self.key.replace(prepared.key);
        Ok(prepared.call.await.outcome(&[]))
    }
}

#[test]
fn every_option_arrives_as_it_was_written() {
    let on_payment = registration("on_payment");
    assert_eq!(on_payment.id, "acemq::listener::tests::on_payment");
    assert_eq!(on_payment.queue, "payments.${region:eu}");
    let expected = Options {
        retry: Some("exponential(5, 2s, 30s)"),
        idempotent: Some("db"),
        prefetch: Some(10),
        concurrency: Some(2),
        auto_startup: Some("false"),
        order: Some(-3),
        idempotency_key: Some("header:x-request-id"),
        codec: Some("json"),
        on_exhausted: Some("republish(payments.failed, late)"),
        timeout: Some("20s"),
        consumer_arguments: Some(&[
            ("x-priority", ConsumerArgument::Integer(10)),
            ("x-team", ConsumerArgument::Text("payments")),
            ("x-flag", ConsumerArgument::Bool(true)),
        ]),
        requeue_on_failure: None,
    };
    assert_eq!(on_payment.options, expected);
    let expected =
        Options { requeue_on_failure: Some(true), auto_startup: Some("${audit:true}"), ..Options::NONE };
    assert_eq!(registration("auditor").options, expected);
    assert_eq!(registration("on_bell").options, Options::NONE);
}

#[test]
fn a_listener_stands_where_its_attribute_stands() {
    let location = registration("on_bell").location;
    let source = include_str!("tests.rs");
    let line = source.lines().nth(location.line as usize - 1).expect("a line of this file");
    assert!(location.file.ends_with("listener/tests.rs"), "{location}");
    assert!(line.starts_with("#[ace_listener(queue = \"bells\")]"), "{location}: {line}");
}

#[test]
fn a_function_may_be_several_listeners() {
    assert_eq!(registration("envelopes").options.order, None);
    assert_eq!(registration("more-envelopes").options.order, Some(7));
}

#[test]
fn an_argument_names_what_it_needs() {
    let missing = |id: &str| {
        let mut requirements = Requirements::default();
        (registration(id).requires)(&mut requirements);
        requirements.missing_from(&Resources::default())
    };
    assert_eq!(missing("on_payment"), ["acemq::listener::tests::Limit"]);
    assert!(missing("auditor").is_empty());
}

#[tokio::test]
async fn the_answer_of_the_handler_is_its_outcome() {
    assert_eq!(Arrived::with(b"{\"amount\":1}").to("on_payment").await, Ok(Outcome::Accept));
    assert_eq!(
        Arrived::with(b"{\"amount\":101}").to("on_payment").await,
        Ok(Outcome::Retry { cause: "over the limit".into() })
    );
    assert_eq!(
        Arrived::with(b"{\"amount\":-1}").to("on_payment").await,
        Ok(Outcome::Fatal { cause: "a payment cannot be negative".into() })
    );
    assert_eq!(
        Arrived::with(b"[1, 2]").to("auditor").await,
        Ok(Outcome::Park { cause: "[1, 2] of m-1 in orders".into() })
    );
    assert_eq!(Arrived::with(b"").to("envelopes").await, Ok(Outcome::Retry { cause: "m-1".into() }));
}

#[tokio::test]
async fn what_is_lent_lives_as_long_as_the_call() {
    let arrived = Arrived::with(b"{\"amount\":7}");
    let outcome = arrived.to("on_lent").await;
    assert_eq!(outcome, Ok(Outcome::Park { cause: "2 of m-1: 7 for Some(\"acme\")".into() }));
}

#[tokio::test]
async fn a_function_of_the_payload_gives_the_key_wherever_the_payload_is() {
    for id in ["on_lent", "keyed"] {
        let arrived = Arrived::with(b"{\"amount\":7}");
        assert!(arrived.to(id).await.is_ok(), "{id}");
        assert_eq!(arrived.key.take().as_deref(), Some("amount-7"), "{id}");
    }
    let arrived = Arrived::with(b"{\"amount\":7}");
    assert!(arrived.to("on_payment").await.is_ok());
    assert_eq!(arrived.key.take(), None, "a header is the pipeline's to read");
}

#[tokio::test]
async fn a_listener_without_a_payload_never_reads_the_body() {
    assert_eq!(Arrived::with(b"not json").to("on_bell").await, Ok(Outcome::Accept));
}

#[tokio::test]
async fn what_cannot_be_built_is_an_error_and_not_a_call() {
    let error = Arrived::with(b"{}").to("on_payment").await.expect_err("no amount");
    assert_eq!(error.to_string(), "missing field `amount` at line 1 column 2");
    let mut arrived = Arrived::with(b"[1]");
    arrived.delivery.headers = Arc::default();
    let error = arrived.to("auditor").await.expect_err("no tenant");
    assert_eq!(error.to_string(), "the header `x-tenant` is missing");
    let mut arrived = Arrived::with(b"{\"amount\":1}");
    arrived.resources = Resources::default();
    let error = arrived.to("on_payment").await.expect_err("no limit");
    assert_eq!(error.to_string(), "no state of the type `acemq::listener::tests::Limit` was registered");
}

#[ace_listener(queue = "raw", id = "raw")]
async fn on_raw(body: crate::Bytes, delivery: crate::Delivery, payment: Payment) -> Ack {
    Ack::park(format!("{} of {} bytes on {}", payment.amount, body.len(), delivery.routing_key()))
}

#[tokio::test]
async fn the_raw_body_may_stand_beside_the_payload() {
    assert_eq!(
        Arrived::with(b"{\"amount\":7}").to("raw").await,
        Ok(Outcome::Park { cause: "7 of 12 bytes on orders".into() })
    );
}
