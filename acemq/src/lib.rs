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

/// Makes an async function a listener: the function stays as it is, and a record of it is left for start-up to find.
///
/// | key | value | default |
/// |---|---|---|
/// | `queue` | a queue name; `${key}` and `${key:default}` are looked up at start | required |
/// | `id` | the listener's name in configuration, logs and metrics | `module::function` |
/// | `retry` | `none`, `fixed(attempts, delay)`, `exponential(attempts, initial, max)`, with options | configuration, else none |
/// | `idempotent` | the name of a store | off |
/// | `prefetch` | messages on hand at once, 1 to 65535 | 100 |
/// | `concurrency` | handlers at once, 1 to 65535, not over `prefetch` | 1 |
/// | `requeue_on_failure` | a failed message goes back to the broker at once; not beside `retry` | `false` |
/// | `auto_startup` | `true`, `false`, or a text with a placeholder | `true` |
/// | `order` | start order, a 32-bit integer; ties by id | 0 |
///
/// Arguments, in any order: the payload as a plain `T: DeserializeOwned` or as [`Message<T>`] (one of them at most),
/// [`Envelope`], [`Headers`], [`Attempt`], [`State<S>`](State), and whatever implements [`FromDelivery`]. Returns: `()`,
/// [`Ack`], `Result<(), E>`, `Result<Ack, E>`, for any error `E` that becomes a boxed one.
///
/// The attribute may stand several times on one function, each with its own `id`.
///
/// ```
/// use acemq::prelude::*;
///
/// #[derive(serde::Deserialize)]
/// struct Payment {
///     amount: i64,
/// }
///
/// #[ace_listener(queue = "payments.new", retry = "exponential(5, 2s, 30s)", idempotent = "db")]
/// async fn on_payment(payment: Payment, attempt: Attempt) -> Result<(), Fatal> {
///     if payment.amount < 0 {
///         return Err(Fatal::new("a payment cannot be negative"));
///     }
///     println!("attempt {attempt} took {}", payment.amount);
///     Ok(())
/// }
/// ```
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
