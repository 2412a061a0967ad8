//! What an application brings to decide about messages whose attempts are used up.

use std::{fmt, sync::Arc};

use bytes::Bytes;

use crate::{
    broker::BoxFuture,
    message::{BoxError, Envelope, Headers},
};

/// Decides what becomes of messages whose attempts are used up or that are too old, for listeners that say
/// `on_exhausted = "name"`. Registered with [`App::on_exhausted`](crate::App::on_exhausted).
///
/// It is asked when the handler's last attempt has ended, outside of the listener's handler slots, and before anything is
/// done about the message. It runs on the task of its listener, several messages at once: it may wait, and must not block
/// (`tokio::task::spawn_blocking` takes what does).
///
/// What it answers is carried out, and tried again without a further question until it has landed: also when the connection is
/// lost meanwhile and the broker brings the message to this process again. Should the process die, the message comes again, is
/// handled again, and the recoverer is asked again. So it is asked at least once.
///
/// An answer takes 30 s at most; a listener whose connection was lost meanwhile waits for it before it subscribes again. An
/// error, a panic and an answer that does not come in time send the message to `{queue}.dlq`, with both reasons:
/// `exhausted 3 attempts: …; the recoverer `tickets` failed: …`.
///
/// # Examples
///
/// ```standalone_crate
/// use acemq::{App, BoxError, BoxFuture, Config, Exhausted, Recoverer, Recovery, prelude::*};
/// use tokio::sync::mpsc::{Sender, channel};
///
/// /// Opens a ticket for each message that could not be handled.
/// struct Tickets(Sender<String>);
///
/// impl Recoverer for Tickets {
///     fn recover<'a>(&'a self, message: &'a Exhausted<'a>) -> BoxFuture<'a, Result<Recovery, BoxError>> {
///         Box::pin(async move {
///             if message.headers().text("x-test").is_some() {
///                 return Ok(Recovery::Reject);
///             }
///             let ticket = format!("{} in {}: {}", message.envelope().id, message.queue(), message.reason());
///             self.0.send(ticket).await?; // an error here sends the message to the dead-letter queue
///             Ok(Recovery::Park)
///         })
///     }
/// }
///
/// #[ace_listener(queue = "orders", on_exhausted = "tickets")]
/// async fn on_order(order: u32) -> Result<(), String> {
///     Err(format!("order {order} is too large"))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> acemq::Result<()> {
/// let (sender, mut tickets) = channel(10);
/// let config = Config::from_toml("url = 'memory://tickets'")?;
/// let running = App::new(config).on_exhausted("tickets", Tickets(sender)).start().await?;
///
/// let order = acemq::Outgoing::new(5_000).id("order-7");
/// running.mq().publisher("", "orders").send_message(order).await?;
/// let ticket = tickets.recv().await;
/// assert_eq!(ticket.as_deref(), Some("order-7 in orders: exhausted 1 attempt: order 5000 is too large"));
/// running.drain().await;
/// # Ok(())
/// # }
/// ```
pub trait Recoverer: Send + Sync + 'static {
    /// Says what becomes of one message.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from an answer: the message goes to `{queue}.dlq`.
    ///
    /// # Cancel safety
    ///
    /// The future is dropped at its await point when it takes longer than 30 s, or when a drain overruns its deadline.
    fn recover<'a>(&'a self, message: &'a Exhausted<'a>) -> BoxFuture<'a, Result<Recovery, BoxError>>;
}

/// What becomes of a message whose attempts are used up: the answer of a [`Recoverer`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recovery {
    /// It was dealt with: the message is acked, and counted as `dead_lettered`.
    Done,
    /// A copy with the reason to `{queue}.dlq`.
    DeadLetter,
    /// A copy with the reason to `{queue}.parked`.
    Park,
    /// Refused without a copy: the queue's own dead-letter exchange has it, if there is one.
    Reject,
    /// A copy with the reason to the queue itself, at attempt 1, after the longest wait of the ladder; without a ladder after
    /// 30 s.
    Requeue,
    /// A copy with the reason to an exchange of the application's. It is not declared; while the copy cannot land, its
    /// original is held and the listener starts nothing new. The listener's own queue by name is no answer: the message would
    /// come again at once, for ever. That one has failed.
    Republish {
        /// The exchange, up to 255 bytes; empty for the default one.
        exchange: String,
        /// The routing key, up to 255 bytes; on the default exchange the name of a queue.
        routing_key: String,
    },
}

/// A message whose attempts are used up, or that is too old to be tried again.
#[derive(Clone, Debug)]
pub struct Exhausted<'a> {
    pub(crate) envelope: &'a Envelope,
    pub(crate) headers: Headers,
    pub(crate) body: &'a Bytes,
    pub(crate) queue: &'a str,
    pub(crate) reason: &'a str,
}

impl<'a> Exhausted<'a> {
    /// Id, type, correlation and the rest of what the family writes about a message.
    pub fn envelope(&self) -> &'a Envelope {
        self.envelope
    }

    /// The application's headers.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// The body as it arrived.
    pub fn body(&self) -> &'a Bytes {
        self.body
    }

    /// The queue that the listener reads.
    pub fn queue(&self) -> &'a str {
        self.queue
    }

    /// Why it is given up, as a dead letter would say it: `exhausted 3 attempts: …` or `exceeded the maximum message age of
    /// 10m: …`.
    pub fn reason(&self) -> &'a str {
        self.reason
    }

    /// The attempt that ended, from 1.
    pub fn attempt(&self) -> u32 {
        self.envelope.attempt
    }
}

/// A recoverer with the name that it was registered under.
#[derive(Clone)]
pub(crate) struct NamedRecoverer {
    pub(crate) name: Arc<str>,
    pub(crate) recoverer: Arc<dyn Recoverer>,
}

impl fmt::Debug for NamedRecoverer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NamedRecoverer").field("name", &self.name).finish_non_exhaustive()
    }
}
