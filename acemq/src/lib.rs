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
//!   [`Headers`], [`Delivery`], [`Bytes`], [`State`], [`AceMq`], [`Cancelled`]; whatever implements [`FromDelivery`].
//! - **Answers of a handler**: `()`, [`Ack`], `Result<(), E>`, `Result<Ack, E>`, where `E` is any error. [`Fatal`], [`Park`],
//!   [`RetryAfter`] and [`Retryable`] are errors that say what becomes of the message, and so does a type of one's own with
//!   [`macro@AceError`]; any other error is tried again. [`IntoOutcome`] makes an answer of any type.
//! - **Configuration**: [`Config`], from one file, `ACEMQ_…` variables and code. It beats the attribute, listener by
//!   listener.
//! - **Publishing**: [`AceMq::publisher`]. `Ok` means confirmed and routed; [`PublishError`] says what else can happen, and
//!   whether the message may be on a queue all the same.
//! - **Formats**: JSON is built in; [`App::codec`] takes a [`Codec`] for any other. The content type of a message says which
//!   one reads it, `acemq.format` which one writes, and a listener's `codec` reads whatever comes.
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
//! # Read on
//!
//! - [`docs::attribute`]: every key of the attribute, every argument and every answer, with examples.
//! - [`docs::type_errors`]: what the compiler says about a listener, and what to write.
//! - [`docs::retries`]: when a message is tried again, where it waits and where it ends.
//!
//! # Cargo features
//!
//! - `inventory`, on by default: listeners and error types find themselves. Without it the program names them.
//! - `anyhow`, on by default: error types are found in an `anyhow::Error` that a handler returns, also where they are its
//!   context.
//! - `sqlite`, on by default: `SqliteStore`, and the file that `idempotent = "db"` uses when nothing else is configured.
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
pub mod docs;
pub mod prelude;

/// Makes an async function a listener: the function stays as it is, and a record of it is left for start-up to find.
///
/// | key | value | default |
/// |---|---|---|
/// | `queue` | a queue name; `${key}` and `${key:default}` are looked up at start | required |
/// | `id` | the listener's name in configuration, logs and metrics | `module::function` |
/// | `retry` | `none`, `fixed(attempts, delay)`, `exponential(attempts, initial, max)`, with options | configuration, else none |
/// | `idempotent` | the name of a store | off |
/// | `idempotency_key` | the path of a `fn(&Payload) -> String`, or `"header:name"`; beside `idempotent` | the message's id |
/// | `prefetch` | messages on hand at once, 1 to 65535 | configuration, else 100 |
/// | `concurrency` | handlers at once, 1 to 65535, not over `prefetch` | configuration, else 1 |
/// | `auto_startup` | `true`, `false`, or a text with a placeholder | `true` |
/// | `codec` | the name of a codec, which then reads every body | by content type, else configuration |
/// | `on_exhausted` | `dead-letter`, `park`, `reject`, `requeue`, `republish(exchange, key)`, or a recoverer's name: what becomes of a message that is used up or too old | configuration, else `dead-letter` |
/// | `requeue_on_failure` | a failed message goes back to the broker at once; not beside `retry` | `false` |
/// | `timeout` | a duration, or `none`: a handler that runs longer has failed | configuration, else none |
/// | `order` | start order, a 32-bit integer; ties by id | 0 |
/// | `consumer_arguments` | `(x-priority = 10, …)`, as the broker names them | none |
/// | `crate` | the path of this crate, where it is renamed or re-exported | `::acemq` |
///
/// Configuration can set all of them but `id` and `crate`, under `acemq.listeners.<id>`, and beats the attribute. The
/// reference with an example for each key is in [`docs::attribute`].
///
/// Arguments, in any order: the payload as a plain `T: DeserializeOwned` or as [`Message<T>`] (one of them at most),
/// [`Envelope`], [`Headers`], [`Attempt`], [`Delivery`], [`Bytes`] (the body as it arrived), [`AceMq`], [`State<S>`](State),
/// [`Cancelled`], and whatever implements [`FromDelivery`]. Returns: `()`, [`Ack`], `Result<(), E>`, `Result<Ack, E>`, for any
/// error `E` that becomes a boxed one.
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

/// Lets an error of one's own say, variant by variant, what becomes of the message.
///
/// | what becomes of the message | above a variant, or a struct |
/// |---|---|
/// | to `{queue}.dlq`, at once | `#[ace(fatal)]` |
/// | to `{queue}.parked`, for a person | `#[ace(park)]` |
/// | the next step of the ladder | `#[ace(retryable)]` |
/// | again after this wait, which is not zero | `#[ace(retry_after = "30s")]` |
/// | again after the wait in this field, a [`Duration`](std::time::Duration) | `#[ace(retry_after = wait)]`, `#[ace(retry_after = 0)]` |
/// | what the one field says, which is an [`AceError`] itself | `#[ace(transparent)]` |
///
/// A variant without a mark says nothing, and what caused it may. Where nobody speaks the message is tried again, as for any
/// error.
///
/// ```
/// use acemq::prelude::*;
/// use std::{io, time::Duration};
///
/// #[derive(Debug, thiserror::Error, AceError)]
/// enum PaymentError {
///     #[error("the account {0} does not exist")]
///     #[ace(fatal)]
///     NoAccount(String),
///     #[error("the amount looks odd")]
///     #[ace(park)]
///     Odd,
///     #[error("the bank wants to be left alone for {wait:?}")]
///     #[ace(retry_after = wait)]
///     Limited { wait: Duration },
///     #[error(transparent)]
///     #[ace(transparent)]
///     Gateway(#[from] GatewayError),
///     #[error("the bank cannot be reached")]
///     Bank(#[from] io::Error),
/// }
///
/// #[derive(Debug, thiserror::Error, AceError)]
/// #[error("the gateway is closed")]
/// #[ace(retry_after = "10m")]
/// struct GatewayError;
///
/// #[ace_listener(queue = "payments.new", retry = "exponential(5, 2s, 30s)")]
/// async fn on_payment(amount: i64) -> Result<(), PaymentError> {
///     if amount > 1_000_000 {
///         return Err(PaymentError::Odd); // straight to payments.new.parked
///     }
///     Ok(())
/// }
/// # use acemq::FailureKind;
/// # assert_eq!(PaymentError::Odd.failure_kind(), Some(FailureKind::Park));
/// # let gateway = PaymentError::from(GatewayError).failure_kind();
/// # assert_eq!(gateway, Some(FailureKind::RetryAfter(Duration::from_secs(600))));
/// ```
///
/// # Where it is found
///
/// The error may be what the handler returns, or anywhere below it: boxed, in an `Arc`, as the source of another error, in
/// `io::Error::other`. Of several in one chain, [`Fatal`] and its like included, the outermost wins.
///
/// An error is invisible where another takes its place in the chain without naming it. `#[error(transparent)]` of
/// `thiserror` does so: put `#[ace(transparent)]` beside it. `anyhow::Error` does so with the error that it was made from,
/// unless the feature `anyhow` is on; with it, a type that was given as a context is found as well.
///
/// The type has no generic parameters, since it is found by its name. It is known wherever its crate is linked; without the
/// feature `inventory` it is given to [`App::error_type`]. A crate that names `acemq` differently says so above the type:
/// `#[ace(crate = path::to::acemq)]`.
pub use acemq_macros::AceError;
pub use app::{App, Drained, ListenerHandle, ListenerOptions, Listeners, Running, run};
pub use broker::{BoxFuture, Fate, PublishError};
pub use bytes::Bytes;
pub use codec::{Codec, CodecError, Decode, Encode};
pub use config::{Config, ConfigValue};
pub use error::{Error, ErrorKind, Result};
pub use extract::{
    Attempt, CancelCause, Cancelled, DecodeError, Delivery, FromDelivery, Incoming, Message, Requirements,
    Resources, State,
};
pub use fault::Fault;
pub use idempotency::{Claim, IdempotencyStore, MemoryStore, StoreError};
pub use listener::{Exhausted, IntoOutcome, Listener, Recoverer, Recovery};
pub use message::header;
pub use message::{AceError, BoxError, FailureKind, Fatal, Park, ResultExt, RetryAfter, Retryable};
pub use message::{Ack, Envelope, Headers, Outcome, Value};
pub use publish::{AceMq, BatchError, Outgoing, Publisher, Receipt};
#[cfg(feature = "sqlite")]
pub use store::SqliteStore;
