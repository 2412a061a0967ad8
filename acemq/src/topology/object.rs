//! The objects of the broker that we declare.

use crate::message::Table;

/// One object to declare. All of ours are durable and neither exclusive nor auto-delete.
#[derive(Clone, Debug, PartialEq)]
pub enum Object {
    /// An exchange.
    Exchange {
        /// Its name.
        name: String,
        /// How it routes.
        kind: ExchangeKind,
    },
    /// A queue.
    Queue {
        /// Its name.
        name: String,
        /// Its arguments, `x-queue-type` included; none of that name means classic.
        arguments: Table,
    },
    /// A binding of a queue to an exchange.
    Binding {
        /// The queue that receives.
        queue: String,
        /// The exchange that routes.
        exchange: String,
        /// The routing key or pattern.
        routing_key: String,
        /// Arguments, for a headers exchange.
        arguments: Table,
    },
}

/// How an exchange routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExchangeKind {
    /// By the routing key as it stands.
    Direct,
    /// By patterns of words with `*` and `#`.
    Topic,
    /// To every queue.
    Fanout,
    /// By header values.
    Headers,
}

impl ExchangeKind {
    /// The broker's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Topic => "topic",
            Self::Fanout => "fanout",
            Self::Headers => "headers",
        }
    }
}
