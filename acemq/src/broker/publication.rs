//! What is asked of an adapter when a message is to be published, and why it may fail.

use std::time::Duration;

use acemq_core::duration;

use bytes::Bytes;

use crate::message::{Properties, Table};

/// Whose channel carries a publish: a bad publish of the application must not close the channel of our moves, and a copy
/// for an exchange that the broker refuses must close neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Retry, set-aside and replay copies, to queues by their names.
    Settlement,
    /// Copies to exchanges that the application named: under the rules of settlement, on a channel that the broker may close.
    Republish,
    /// What the application publishes.
    Application,
}

/// One message on its way out. Always mandatory, always confirmed.
#[derive(Clone, Debug)]
pub struct Publication {
    /// Whose channel carries it.
    pub lane: Lane,
    /// Target exchange; empty for the default exchange.
    pub exchange: Box<str>,
    /// Routing key; the queue's name on the default exchange.
    pub routing_key: Box<str>,
    /// Properties without the headers.
    pub properties: Properties,
    /// All headers.
    pub headers: Table,
    /// The body.
    pub body: Bytes,
    /// How long the caller waits for the confirm, `None` for the connection's `confirm-timeout`.
    pub deadline: Option<Duration>,
}

/// Whether a message that was not confirmed may be on the broker all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fate {
    /// It was never handed to the connection, or the broker refused it.
    NotSent,
    /// It was on its way; the broker may have it.
    MayHaveBeenPublished,
}

/// Why a publish is not confirmed and routed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PublishError {
    /// The broker has blocked the connection and it stayed so for `blocked-timeout`. Nothing was sent.
    #[error(
        "the broker has blocked this connection: {reason}; free what it lacks, or give it more time with \
         `acemq.blocked-timeout`"
    )]
    Blocked {
        /// The broker's reason, such as `low on memory`.
        reason: String,
    },
    /// The broker confirmed it and no queue took it.
    #[error(
        "no queue is bound to exchange `{exchange}` with routing key `{routing_key}`; bind one, or declare it \
         under `acemq.topology`"
    )]
    Unroutable {
        /// The exchange that it was published to.
        exchange: String,
        /// The routing key that it carried.
        routing_key: String,
    },
    /// The exchange does not exist. Nothing was sent.
    #[error("exchange `{exchange}` does not exist; declare it under `acemq.topology.exchanges`")]
    NoExchange {
        /// The name that was not found.
        exchange: String,
    },
    /// The broker takes nothing for this exchange (403): the user may not write to it, or it is internal.
    #[error(
        "the broker refuses publishes to exchange `{exchange}`: {cause}; give this connection's user write permission on it \
         (`rabbitmqctl set_permissions`), or name an exchange that is not internal"
    )]
    Refused {
        /// The exchange that it was published to.
        exchange: String,
        /// The broker's words.
        cause: String,
        /// Whether the broker may have the message all the same: another publish to the exchange was refused, and this one
        /// was on its way before it.
        fate: Fate,
    },
    /// The broker refused it (`basic.nack`), for instance a full queue with `reject-publish`.
    #[error(
        "the broker refused the message (nack) for exchange `{exchange}` with routing key `{routing_key}`; \
         see whether a queue that takes it is full (`x-max-length` with `x-overflow: reject-publish`)"
    )]
    Nacked {
        /// The exchange that it was published to.
        exchange: String,
        /// The routing key that it carried.
        routing_key: String,
    },
    /// No confirm within the deadline.
    #[error("no confirm within {}; give the broker more time with `acemq.confirm-timeout`", duration::format(*after))]
    Timeout {
        /// The deadline that passed.
        after: Duration,
        /// Whether the broker may have the message all the same.
        fate: Fate,
    },
    /// The connection or the channel went away before the confirm.
    #[error("the connection was lost before the confirm: {cause}")]
    ConnectionLost {
        /// What is known of it.
        cause: String,
        /// Whether the broker may have the message all the same.
        fate: Fate,
    },
    /// The message itself cannot be sent: a property or header that the broker refuses.
    #[error("the message cannot be published: {cause}")]
    Invalid {
        /// What is wrong with it.
        cause: String,
    },
}
