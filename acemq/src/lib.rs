//! RabbitMQ listeners as annotated async functions.
#![allow(
    dead_code,
    unused_imports,
    reason = "the layers above are on their way; this line goes with the last of them"
)]

#[cfg(test)]
extern crate self as acemq;

mod broker;
mod codec;
mod extract;
mod idempotency;
mod listener;
mod message;
mod topology;

#[doc(hidden)]
pub mod __private;
pub mod prelude;

pub use acemq_macros::ace_listener;
pub use extract::{Attempt, DecodeError, FromDelivery, Incoming, Message, Requirements, Resources, State};
pub use listener::IntoOutcome;
pub use message::header;
pub use message::{Ack, Clock, Envelope, Headers, Outcome, Properties, Value};
pub use message::{BoxError, Fatal, Park, ResultExt, RetryAfter, Retryable};

/// The seam for this project's own tests; nothing here is stable.
#[doc(hidden)]
pub mod __testing {
    pub use crate::broker::*;
    pub use crate::idempotency::*;
    pub use crate::listener::{DuplicateId, Location, LookupError, Options, Registration, Registry, linked};
    pub use crate::message::{Properties, Table, Value};
    pub use crate::topology::{ExchangeKind, Object};
}
