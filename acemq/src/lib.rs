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
