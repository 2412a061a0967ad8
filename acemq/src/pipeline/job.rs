//! One delivery on its way through the pipeline.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
};

use bytes::Bytes;
use tracing::Span;

use crate::{
    broker::{Delivery, Unsettled},
    listener::Prepared,
    message::{Envelope, Original},
};

/// A delivery with what is known of it. Whoever holds it holds the duty to settle it.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) delivery: Delivery,
    pub(crate) envelope: Arc<Envelope>,
    pub(crate) unsettled: Unsettled,
    /// The span of this attempt; it ends with the settlement.
    pub(crate) span: Span,
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
        }
    }

    /// What tells this attempt of this message from every other.
    pub(crate) fn identity(&self) -> Identity {
        Identity {
            id: self.envelope.id.clone(),
            attempt: self.envelope.attempt,
            replays: self.envelope.replay_count,
            body: self.delivery.body.clone(),
        }
    }
}

/// One attempt of one message. Cheap to make: the body is shared.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    pub(crate) id: String,
    pub(crate) attempt: u32,
    replays: u32,
    body: Bytes,
}

impl Identity {
    /// The same as a key for a map. It holds the body's hash, since an id may have been used twice.
    pub(crate) fn key(&self) -> Key {
        let mut hasher = DefaultHasher::new();
        self.body.hash(&mut hasher);
        Key { id: self.id.clone(), attempt: self.attempt, replays: self.replays, body: hasher.finish() }
    }
}

/// The key of an [`Identity`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    id: String,
    attempt: u32,
    replays: u32,
    body: u64,
}

/// A job whose arguments are built and whose handler has not started.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) job: Job,
    pub(crate) prepared: Prepared,
}
