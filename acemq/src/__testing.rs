//! The seams for this project's own tests; nothing here is stable.

pub use crate::broker::*;
pub use crate::idempotency::{suite::run as store_suite, *};
pub use crate::listener::{DuplicateId, Location, NotFound, Options, Registration, Registry, linked};
pub use crate::memory::MemoryControl;
pub use crate::message::{Properties, Table, Value};
pub use crate::topology::{ExchangeKind, Object};

/// Connects to the broker that the options name.
///
/// # Errors
///
/// What the adapter says.
pub async fn connect(options: &ConnectOptions) -> Result<std::sync::Arc<dyn Broker>, BrokerError> {
    crate::app::connect(options).await
}
