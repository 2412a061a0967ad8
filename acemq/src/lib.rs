//! RabbitMQ listeners as annotated async functions.
#[cfg(test)]
extern crate self as acemq;

mod amqp;
mod app;
mod broker;
mod codec;
mod config;
mod error;
mod extract;
mod fault;
mod idempotency;
mod listener;
mod memory;
mod message;
mod pipeline;
mod publish;
mod store;
mod telemetry;
mod topology;

#[doc(hidden)]
pub mod __private;
#[doc(hidden)]
pub mod __testing;
pub mod prelude;

pub use acemq_macros::ace_listener;
pub use app::{App, Drained, Running, run};
pub use broker::{Fate, PublishError};
pub use config::{Config, ConfigValue};
pub use error::{Error, ErrorKind, Result};
pub use extract::{Attempt, DecodeError, FromDelivery, Incoming, Message, Requirements, Resources, State};
pub use fault::Fault;
pub use idempotency::{Claim, IdempotencyStore, MemoryStore, StoreError};
pub use listener::IntoOutcome;
pub use message::header;
pub use message::{Ack, Clock, Envelope, Headers, Outcome, Properties, Value};
pub use message::{BoxError, Fatal, Park, ResultExt, RetryAfter, Retryable};
pub use publish::{AceMq, BatchError, Outgoing, Publisher, Receipt};
#[cfg(feature = "sqlite")]
pub use store::SqliteStore;
