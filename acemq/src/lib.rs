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
mod memory;
mod message;
mod topology;

pub use message::header;
pub use message::{Ack, Clock, Envelope, Headers, Properties, Value};

/// The seam for this project's own tests; nothing here is stable.
#[doc(hidden)]
pub mod __testing {
    pub use crate::broker::*;
    pub use crate::idempotency::*;
    pub use crate::memory::MemoryControl;
    pub use crate::message::{Properties, Table, Value};
    pub use crate::topology::{ExchangeKind, Object};

    /// Connects to the broker that the options name.
    ///
    /// # Errors
    ///
    /// What the adapter says.
    pub async fn connect(options: &ConnectOptions) -> Result<std::sync::Arc<dyn Broker>, BrokerError> {
        match options.scheme {
            Scheme::Memory => Ok(crate::memory::connect(options)),
            Scheme::Amqp => crate::amqp::connect(options).await,
        }
    }
}
