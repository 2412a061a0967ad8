//! RabbitMQ listeners as annotated async functions.
#![allow(
    dead_code,
    unused_imports,
    reason = "the layers above are on their way; this line goes with the last of them"
)]

mod amqp;
mod broker;
mod codec;
mod extract;
mod idempotency;
mod listener;
mod message;
mod topology;

pub use message::header;
pub use message::{Ack, Clock, Envelope, Headers, Properties, Value};

/// The seam for this project's own tests; nothing here is stable.
#[doc(hidden)]
pub mod __testing {
    pub use crate::amqp::connect as connect_amqp;
    pub use crate::broker::*;
    pub use crate::idempotency::*;
    pub use crate::message::{Properties, Table, Value};
    pub use crate::topology::{ExchangeKind, Object};
}
