//! What a started application says about its listeners. It is read from what works, not from what was written.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use super::worker::Worker;
use crate::{
    listener,
    message::{Table, Value},
    pipeline::Fuse,
};

/// The listeners that a [`Running`](super::Running) application has started.
#[derive(Clone, Debug, Default)]
pub struct Listeners(Arc<Vec<ListenerHandle>>);

impl Listeners {
    pub(super) fn of(handles: Vec<ListenerHandle>) -> Self {
        Self(Arc::new(handles))
    }

    /// The listener of that id, or of the one id that ends so.
    pub fn get(&self, id: &str) -> Option<ListenerHandle> {
        let ids: Vec<&str> = self.0.iter().map(ListenerHandle::id).collect();
        let id = listener::find(id, &ids).ok()?;
        self.0.iter().find(|one| one.id() == id).cloned()
    }

    /// Every id, in the order in which the listeners were started.
    pub fn ids(&self) -> Vec<String> {
        self.0.iter().map(|one| one.id().to_owned()).collect()
    }
}

/// One started listener.
#[derive(Clone, Debug)]
pub struct ListenerHandle {
    id: Arc<str>,
    options: Arc<ListenerOptions>,
}

impl ListenerHandle {
    pub(super) fn of(worker: &Worker, order: i32) -> Self {
        Self { id: Arc::clone(&worker.context.id), options: Arc::new(ListenerOptions::of(worker, order)) }
    }

    /// Its id: `module::function`, unless its attribute gives another.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it works with: the attribute, what configuration made of it, and the defaults.
    pub fn options(&self) -> &ListenerOptions {
        &self.options
    }
}

/// What a listener works with.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ListenerOptions {
    /// The queue that it reads.
    pub queue: String,
    /// Its ladder, in the attribute's grammar; `none` when there is none.
    pub retry: String,
    /// The name of its store.
    pub idempotent: Option<String>,
    /// `id` or `header:NAME`; `None` is a function of the payload, where the attribute names one, else the id.
    pub idempotency_key: Option<String>,
    /// Unsettled messages at most, 1 to 65,535.
    pub prefetch: u16,
    /// Handlers at once, 1 to 65,535.
    pub concurrency: u16,
    /// The name of the codec that reads every body; `None` is by content type.
    pub codec: Option<String>,
    /// What becomes of a message that is used up or too old, in the attribute's grammar.
    pub on_exhausted: String,
    /// Whether a failed message goes back to the broker at once.
    pub requeue_on_failure: bool,
    /// A handler that runs longer has failed; `None` is no limit.
    pub timeout: Option<Duration>,
    /// Its place in the order of the start.
    pub order: i32,
    /// How many acks are sent as one at most, from 1.
    pub ack_batch: u32,
    /// How often a message may come back without an outcome, from 1, before it is parked; `None` is without limit, as under
    /// `requeue_on_failure`.
    pub max_redeliveries: Option<u32>,
    /// What its subscription carries.
    pub consumer_arguments: BTreeMap<String, Value>,
}

impl ListenerOptions {
    fn of(worker: &Worker, order: i32) -> Self {
        let Worker { context, limits, arguments, .. } = worker;
        let claims = context.claims.as_ref();
        Self {
            queue: context.queue.to_string(),
            retry: context.rules.retry.to_string(),
            idempotent: claims.map(|claims| claims.store_name.clone()),
            idempotency_key: claims.and_then(|claims| claims.key.as_ref()).map(ToString::to_string),
            prefetch: limits.prefetch,
            concurrency: limits.concurrency,
            codec: context.reading.own.as_ref().map(|format| format.name().to_owned()),
            on_exhausted: context.rules.on_exhausted.to_string(),
            requeue_on_failure: context.rules.requeue_on_failure,
            timeout: context.timeout,
            order,
            ack_batch: limits.ack_batch,
            max_redeliveries: context.fuse.map(Fuse::limit),
            consumer_arguments: named(arguments),
        }
    }
}

fn named(arguments: &Table) -> BTreeMap<String, Value> {
    arguments.iter().map(|(name, value)| (name.to_string(), value.clone())).collect()
}
