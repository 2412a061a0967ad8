//! What a dead letter carries and where it may not go. Pure.
//!
//! Modelled on RabbitMQ 3.10: `x-death` with one entry per queue and reason, the newest first and counted;
//! `x-first-death-*` on the first death; `expiration` taken off and kept as `original-expiration`. Of a later broker's
//! `x-last-death-*` nothing is written.

use std::{sync::Arc, time::SystemTime};

use super::{arguments::DeadLetterTarget, exchange::QueueId, message::Message, routing::further_keys};
use crate::message::{Table, Value};

const DEATHS: &str = "x-death";
const REJECTED: &str = "rejected";

/// Why a message is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Expired,
    Rejected,
    MaxLength,
    DeliveryLimit,
}

impl Reason {
    fn name(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::Rejected => REJECTED,
            Self::MaxLength => "maxlen",
            Self::DeliveryLimit => "delivery_limit",
        }
    }
}

/// A message that left its queue without being handled.
#[derive(Clone, Debug)]
pub(super) struct Dead {
    pub(super) queue: QueueId,
    pub(super) message: Arc<Message>,
    pub(super) reason: Reason,
}

/// The message that goes to the dead-letter exchange of `queue`.
pub(super) fn letter(dead: &Dead, queue: &str, target: &DeadLetterTarget, now: SystemTime) -> Message {
    let original = &*dead.message;
    let mut headers = (*original.headers).clone();
    // The keys in the entry are the first one and those of CC; BCC is gone since the publish.
    let mut keys = vec![Value::from(&*original.routing_key)];
    keys.extend(further_keys(&headers, "CC").unwrap_or_default().iter().map(|key| Value::from(&**key)));
    let mut event: Table = [
        ("count", Value::I64(1)),
        ("reason", Value::from(dead.reason.name())),
        ("queue", Value::from(queue)),
        (
            "time",
            Value::Timestamp(now.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())),
        ),
        ("exchange", Value::from(&*original.exchange)),
        ("routing-keys", Value::List(keys)),
    ]
    .into_iter()
    .map(|(name, value)| (name.into(), value))
    .collect();
    let mut properties = original.properties.clone();
    if let Some(expiration) = properties.expiration.take() {
        event.insert("original-expiration".into(), Value::Text(expiration));
    }
    record(&mut headers, event, dead.reason);
    let (routing_key, further_keys) = match &target.routing_key {
        Some(key) => {
            headers.remove("CC");
            (key.clone(), Vec::new())
        }
        None => (original.routing_key.clone(), original.further_keys.clone()),
    };
    Message {
        exchange: target.exchange.clone(),
        routing_key,
        further_keys,
        properties,
        headers: Arc::new(headers),
        body: original.body.clone(),
        expiration: None,
    }
}

/// Writes the event into the headers: an earlier one of the same queue and reason is counted up and comes to the front.
fn record(headers: &mut Table, event: Table, reason: Reason) {
    let queue = event.get("queue").cloned().unwrap_or(Value::Void);
    let mut deaths = match headers.remove(DEATHS) {
        Some(Value::List(deaths)) => deaths,
        None => {
            let exchange = event.get("exchange").cloned().unwrap_or(Value::Void);
            for (name, value) in [
                ("x-first-death-reason", Value::from(reason.name())),
                ("x-first-death-queue", queue.clone()),
                ("x-first-death-exchange", exchange),
            ] {
                headers.insert(name.into(), value);
            }
            Vec::new()
        }
        // Not the broker's: a publisher wrote something of its own there.
        Some(_) => Vec::new(),
    };
    let same = |death: &Value| is(death, "queue", &queue) && is(death, "reason", &Value::from(reason.name()));
    let newest = match deaths.iter().position(same).map(|at| deaths.remove(at)) {
        Some(Value::Table(mut known)) => {
            let count = known.get("count").and_then(Value::as_integer).unwrap_or(0);
            known.insert("count".into(), Value::I64(count.saturating_add(1)));
            known
        }
        _ => event,
    };
    deaths.insert(0, Value::Table(newest));
    headers.insert(DEATHS.into(), Value::List(deaths));
}

/// Whether sending this dead letter to `queue` closes a cycle that no consumer had a part in: it died there before, and
/// since then nobody rejected it. RabbitMQ drops such a message; a rejection is a consumer's own doing and never a cycle.
pub(super) fn is_cycle(letter: &Message, reason: Reason, queue: &str) -> bool {
    if reason == Reason::Rejected {
        return false;
    }
    let Some(Value::List(deaths)) = letter.headers.get(DEATHS) else { return false };
    let queue = Value::from(queue);
    let Some(at) = deaths.iter().position(|death| is(death, "queue", &queue)) else { return false };
    !deaths.iter().take(at + 1).any(|death| is(death, "reason", &Value::from(REJECTED)))
}

fn is(death: &Value, field: &str, expected: &Value) -> bool {
    matches!(death, Value::Table(fields) if fields.get(field) == Some(expected))
}
