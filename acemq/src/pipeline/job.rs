//! One delivery on its way through the pipeline.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
};

use bytes::Bytes;
use tracing::Span;

use super::gate::Seat;
use crate::{
    broker::{Delivery, Unsettled},
    extract::Cancel,
    listener::Prepared,
    message::{Envelope, Original, Table},
};

/// A delivery with what is known of it. Whoever holds it holds the duty to settle it.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) delivery: Delivery,
    pub(crate) envelope: Arc<Envelope>,
    pub(crate) unsettled: Unsettled,
    /// The span of this attempt; it ends with the settlement.
    pub(crate) span: Span,
    /// What a suspect has: the one place for suspects. It ends with the settlement.
    pub(crate) seat: Option<Seat>,
}

impl Job {
    /// The message as the copies see it.
    pub(super) fn original(&self) -> Original<'_> {
        Original {
            envelope: &self.envelope,
            headers: &self.delivery.headers,
            properties: &self.delivery.properties,
            exchange: &self.delivery.exchange,
            routing_key: &self.delivery.routing_key,
            redeliveries: 0,
        }
    }

    /// What tells this attempt of this message from every other.
    pub(crate) fn identity(&self) -> Identity {
        Identity::of(&self.envelope, &self.delivery)
    }
}

/// One attempt of one message. Cheap to make: the parts are shared.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    envelope: Arc<Envelope>,
    headers: Arc<Table>,
    body: Bytes,
}

impl Identity {
    /// What tells the message of this delivery from every other.
    pub(crate) fn of(envelope: &Arc<Envelope>, delivery: &Delivery) -> Self {
        Self {
            envelope: Arc::clone(envelope),
            headers: Arc::clone(&delivery.headers),
            body: delivery.body.clone(),
        }
    }

    /// The id, for logs.
    pub(crate) fn id(&self) -> &str {
        &self.envelope.id
    }

    /// The attempt, for logs.
    pub(crate) fn attempt(&self) -> u32 {
        self.envelope.attempt
    }

    /// The same as a key for a map. Beside the id it holds a hash of headers and body: an id may have been used twice,
    /// and a copy that comes back under its original's id and attempt (replayed, requeued, moved by hand) carries other
    /// headers than the original did.
    pub(crate) fn key(&self) -> Key {
        let mut hasher = DefaultHasher::new();
        self.body.hash(&mut hasher);
        for (name, value) in self.headers.iter().filter(|(name, _)| !changes_on_redelivery(name)) {
            name.hash(&mut hasher);
            format!("{value:?}").hash(&mut hasher);
        }
        Key { id: self.envelope.id.clone(), attempt: self.envelope.attempt, content: hasher.finish() }
    }
}

/// The broker's own counters, which a redelivery raises.
fn changes_on_redelivery(name: &str) -> bool {
    matches!(name, "x-delivery-count" | "x-acquired-count")
}

/// The key of an [`Identity`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    id: String,
    attempt: u32,
    content: u64,
}

/// A job whose arguments are built and whose handler has not started.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) job: Job,
    pub(crate) prepared: Prepared,
    /// How the handler is told that it is cut off, when it asked.
    pub(crate) cancel: Option<Cancel>,
}
