//! RabbitMQ listeners as annotated async functions.
//!
//! ```no_run
//! use acemq::prelude::*;
//!
//! #[derive(serde::Deserialize)]
//! struct Payment { id: String, amount: i64 }
//!
//! #[ace_listener(queue = "payments.new", retry = "exponential(5, 2s, 30s)", idempotent = "db")]
//! async fn on_payment(payment: Payment) -> anyhow::Result<()> {
//!     if payment.amount < 0 {
//!         return Err(Fatal::new("a payment cannot be negative").into()); // straight to payments.new.dlq
//!     }
//!     println!("{} for {}", payment.amount, payment.id);                 // an error here walks the ladder
//!     Ok(())
//! }
//!
//! #[tokio::main]
//! async fn main() -> acemq::Result<Drained> {
//!     acemq::run(Config::load()?).await
//! }
//! ```
//!
//! [`macro@ace_listener`] leaves the function as it is and notes it down. [`run`] finds every listener of the program, connects,
//! declares what is missing, starts them, waits for SIGTERM or Ctrl-C, drains and closes; [`App`] is its long form.
//!
//! # What there is
//!
//! - **Arguments of a handler**: the payload, as any `T: Deserialize` or as [`Message<T>`]; [`Envelope`], [`Attempt`],
//!   [`Headers`], [`State`], [`AceMq`]; whatever implements [`FromDelivery`].
//! - **Answers of a handler**: `()`, [`Ack`], `Result<(), E>`, `Result<Ack, E>`, where `E` is any error. [`Fatal`], [`Park`],
//!   [`RetryAfter`] and [`Retryable`] are errors that say what becomes of the message; any other error is tried again.
//! - **Configuration**: [`Config`], from one file, `ACEMQ_…` variables and code. It beats the attribute, listener by
//!   listener.
//! - **Publishing**: [`AceMq::publisher`]. `Ok` means confirmed and routed; [`PublishError`] says what else can happen, and
//!   whether the message may be on a queue all the same.
//! - **Handled once**: `idempotent = "db"` remembers handled messages in an [`IdempotencyStore`]; [`MemoryStore`] and
//!   `SqliteStore` are two.
//! - **Used up**: `on_exhausted` says what becomes of a message whose attempts are used up; a [`Recoverer`] of yours decides
//!   message by message.
//! - **Tests**: `memory://name` is a broker inside the process; [`App::only`] runs one listener alone.
//!
//! # What becomes of a message
//!
//! Accepted, it is acked. Failed, it waits and comes again as the next attempt, until the ladder ends; then it lies in
//! `{queue}.dlq`, with the reason in the header `x-acemq-error`. Fatal, it goes there at once. Parked, or not decodable, it lies in
//! `{queue}.parked`. A panic is a failure like any other.
//!
//! It is acked only when its work is accepted, or its copy is confirmed and routed: at least once, never nowhere. It is not
//! exactly once. A process that dies between the work and the ack leaves a message that comes again; a store recognises
//! it when the work was confirmed there before, and only then. Order is the queue's at `concurrency = 1`, and a message that is
//! retried goes to the back.
//!
//! # Cargo features
//!
//! `sqlite`, on by default: `SqliteStore`, and the file that `idempotent = "db"` uses when nothing else is configured.
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
/// | `prefetch` | messages on hand at once, 1 to 65535 | configuration, else 100 |
/// | `concurrency` | handlers at once, 1 to 65535, not over `prefetch` | configuration, else 1 |
/// | `requeue_on_failure` | a failed message goes back to the broker at once; not beside `retry` | `false` |
/// | `auto_startup` | `true`, `false`, or a text with a placeholder | `true` |
/// | `order` | start order, a 32-bit integer; ties by id | 0 |
///
/// Arguments, in any order: the payload as a plain `T: DeserializeOwned` or as [`Message<T>`] (one of them at most),
/// [`Envelope`], [`Headers`], [`Attempt`], [`AceMq`], [`State<S>`](State), and whatever implements [`FromDelivery`]. Returns: `()`,
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
pub use broker::{BoxFuture, Fate, PublishError};
pub use config::{Config, ConfigValue};
pub use error::{Error, ErrorKind, Result};
pub use extract::{Attempt, DecodeError, FromDelivery, Incoming, Message, Requirements, Resources, State};
pub use fault::Fault;
pub use idempotency::{Claim, IdempotencyStore, MemoryStore, StoreError};
pub use listener::{Exhausted, IntoOutcome, Recoverer, Recovery};
pub use message::header;
pub use message::{Ack, Envelope, Headers, Outcome, Value};
pub use message::{BoxError, Fatal, Park, ResultExt, RetryAfter, Retryable};
pub use publish::{AceMq, BatchError, Outgoing, Publisher, Receipt};
#[cfg(feature = "sqlite")]
pub use store::SqliteStore;
