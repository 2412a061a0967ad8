//! What every step of one listener's pipeline shares.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use acemq_core::key_source::KeySource;

use super::{
    decide::Rules,
    fuse::{Fuse, Suspicion},
    gate::Gate,
    rungs::Rungs,
};
use crate::{
    broker::{Broker, Delivery},
    codec::Reading,
    extract::Resources,
    idempotency::IdempotencyStore,
    idempotency::Scope,
    listener::{NamedRecoverer, Prepare},
    message::{Clock, ErrorProbe},
    telemetry::ListenerMetrics,
};

/// One listener at work: its facts, its rules and what it may use. Lives as long as the listener, across connections.
#[derive(Debug)]
pub(crate) struct Context {
    /// Names the listener in logs.
    pub(crate) id: Arc<str>,
    /// The queue that it reads.
    pub(crate) queue: Arc<str>,
    /// What is done about failures.
    pub(crate) rules: Rules,
    /// Decides about used-up messages, where the rules leave it to one.
    pub(crate) recoverer: Option<NamedRecoverer>,
    /// Builds the handler's arguments.
    pub(crate) prepare: Prepare,
    /// The error types that say what becomes of a message.
    pub(crate) probes: Arc<[ErrorProbe]>,
    /// What is done with a message that kills the process. `None` under requeue-on-failure, where a message comes back by
    /// the user's own will.
    pub(crate) fuse: Option<Fuse>,
    /// Shared by all listeners: a suspect runs alone.
    pub(crate) gate: Arc<Gate>,
    /// A handler that runs longer has failed.
    pub(crate) timeout: Option<Duration>,
    /// How bodies are read.
    pub(crate) reading: Reading,
    /// What arguments may use.
    pub(crate) resources: Arc<Resources>,
    /// Where handled messages are remembered, if anywhere.
    pub(crate) claims: Option<Claims>,
    /// The broker.
    pub(crate) broker: Arc<dyn Broker>,
    /// The retry queues of this listener.
    pub(crate) rungs: Rungs,
    /// The one clock.
    pub(crate) clock: Clock,
    /// What is counted.
    pub(crate) metrics: ListenerMetrics,
}

impl Context {
    /// What the fuse says of a delivery.
    pub(crate) fn suspicion(&self, delivery: &Delivery) -> Suspicion {
        self.fuse.map_or(Suspicion::None, |fuse| fuse.judge(delivery))
    }
}

/// The store of a listener and how it is used.
#[derive(Debug)]
pub(crate) struct Claims {
    /// The name under which the listener asked for the store.
    pub(crate) store_name: String,
    /// The store.
    pub(crate) store: Arc<dyn IdempotencyStore>,
    /// Whether the queue is part of the key.
    pub(crate) scope: Scope,
    /// How long a claim holds.
    pub(crate) lease: Duration,
    /// Where keys come from; `None` is the attribute's function, if it names one, else the id.
    pub(crate) key: Option<KeySource>,
    /// Whether the log already says that messages without an id cannot be told apart.
    pub(crate) warned_without_id: AtomicBool,
}

impl Claims {
    /// True for the first caller only.
    pub(super) fn first_without_id(&self) -> bool {
        !self.warned_without_id.swap(true, Ordering::Relaxed)
    }
}
