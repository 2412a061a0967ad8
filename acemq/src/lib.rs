//! RabbitMQ listeners as annotated async functions.
#![allow(
    dead_code,
    unused_imports,
    reason = "the layers above are on their way; this line goes with the last of them"
)]

mod broker;
mod codec;
mod extract;
mod idempotency;
mod listener;
mod message;
mod store;
mod telemetry;
mod topology;

pub use idempotency::{Claim, IdempotencyStore, MemoryStore, StoreError};
pub use message::header;
pub use message::{Ack, Clock, Envelope, Headers, Properties, Value};
#[cfg(feature = "sqlite")]
pub use store::SqliteStore;

/// The seam for this project's own tests; nothing here is stable.
#[doc(hidden)]
pub mod __testing {
    pub use crate::broker::*;
    pub use crate::idempotency::{suite::run as store_suite, *};
    pub use crate::message::{Properties, Table, Value};
    pub use crate::topology::{ExchangeKind, Object};
}
