//! What goes into the plan: the listeners' needs, and what the configuration wants declared.

use std::time::Duration;

use super::ExchangeKind;
use crate::message::Table;

/// What one listener needs on the broker.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ListenerTopology {
    /// Its id.
    pub(crate) id: String,
    /// Its queue.
    pub(crate) queue: String,
    /// The waits of its ladder that go to the broker, in the ladder's order; of two that give one name the first wins.
    pub(crate) rungs: Vec<Duration>,
    /// Whether it claims keys in a store: a claim in progress elsewhere waits on a rung of its own.
    pub(crate) has_store: bool,
}

/// `topology.exchanges`, `topology.queues` and `topology.bindings`, in the order in which they were written.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DeclaredTopology {
    /// `topology.exchanges`.
    pub(crate) exchanges: Vec<DeclaredExchange>,
    /// `topology.queues`.
    pub(crate) queues: Vec<DeclaredQueue>,
    /// `topology.bindings`.
    pub(crate) bindings: Vec<DeclaredBinding>,
}

/// One of `topology.exchanges`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DeclaredExchange {
    /// Its name.
    pub(crate) name: String,
    /// How it routes.
    pub(crate) kind: ExchangeKind,
}

/// One of `topology.queues`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DeclaredQueue {
    /// Its name.
    pub(crate) name: String,
    /// `type`.
    pub(crate) kind: QueueKind,
    /// `dead-letter`.
    pub(crate) dead_letter: DeadLetter,
    /// `arguments`, without those that `type` and `dead-letter` stand for.
    pub(crate) arguments: Table,
}

/// What sort of queue it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum QueueKind {
    /// Replicated: `x-queue-type=quorum`.
    #[default]
    Quorum,
    /// On one node: `x-queue-type` is left off.
    Classic,
}

/// Whether a queue of the configuration has the dead-letter objects of a listener's queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum DeadLetter {
    /// The queue stands alone.
    #[default]
    Off,
    /// `acemq.dlx`, `{q}.dlq`, `{q}.parked` and their bindings are declared with it, and it dead-letters there.
    On,
}

/// One of `topology.bindings`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DeclaredBinding {
    /// The queue that receives.
    pub(crate) queue: String,
    /// The exchange that routes.
    pub(crate) exchange: String,
    /// The routing key or pattern.
    pub(crate) routing_key: String,
    /// Arguments, for a headers exchange.
    pub(crate) arguments: Table,
}
