//! The handle to the broker that an application holds and a handler is given.

use std::{sync::Arc, time::Duration};

use super::{Publisher, origin::Origin};
use crate::{
    broker::{Broker, ConnectOptions},
    codec::Format,
    error::{Error, Result},
    extract::{DecodeError, FromDelivery, Incoming},
    message::{Clock, Envelope},
};

/// Publishes, and asks about queues. Cheap to clone; every clone uses the same connections.
///
/// As a handler's argument it knows the message that is being handled: what is published through it carries that
/// message's correlation id, and names it as its cause.
///
/// ```no_run
/// # async fn example(mq: acemq::AceMq) -> acemq::Result<()> {
/// mq.publisher("orders", "order.placed").send(&"a value").await?;
/// println!("{} wait", mq.message_count("orders.new").await?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct AceMq {
    pub(super) broker: Arc<dyn Broker>,
    pub(super) format: Format,
    pub(super) origin: Origin,
    /// How many publishes of a batch are in flight at once.
    pub(super) at_once: usize,
    pub(super) clock: Clock,
    pub(super) parent: Option<Parent>,
    hold: Hold,
}

/// Whose the connections are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hold {
    /// This handle's and its clones': `close` closes them.
    Owned,
    /// The application's, which runs listeners on them.
    Lent,
}

/// The message that is being handled while something is published.
#[derive(Clone, Debug)]
pub(super) struct Parent {
    pub(super) id: String,
    pub(super) correlation_id: String,
}

impl AceMq {
    /// A handle on an application's connections.
    pub(crate) fn new(
        broker: Arc<dyn Broker>,
        format: Format,
        options: &ConnectOptions,
        clock: Clock,
    ) -> Self {
        let origin = Origin::of(&options.client_name);
        let at_once = options.max_outstanding_publishes.max(1);
        Self { broker, format, origin, at_once, clock, parent: None, hold: Hold::Lent }
    }

    /// The handle that these connections were made for.
    pub(crate) fn owning(self) -> Self {
        Self { hold: Hold::Owned, ..self }
    }

    /// A publisher to this exchange with this routing key. `""` is the default exchange, on which the routing key is
    /// the name of a queue.
    pub fn publisher(&self, exchange: &str, routing_key: &str) -> Publisher {
        Publisher::new(self.clone(), exchange, routing_key)
    }

    /// How many messages are ready in a queue. Those that a consumer holds unsettled are not among them.
    ///
    /// # Errors
    ///
    /// The queue does not exist, or the broker cannot be asked.
    pub async fn message_count(&self, queue: &str) -> Result<u64> {
        match self.broker.look_up_queue(queue).await.map_err(Error::broker)? {
            Some(facts) => Ok(facts.messages),
            None => Err(Error::other(format!(
                "queue `{queue}` does not exist\nhelp: declare it under `acemq.topology.queues`, or look at the name again"
            ))),
        }
    }

    /// Closes the connections of a program that only publishes, at the latest after ten seconds: those that
    /// [`connect`](Self::connect) made, for this handle and all its clones.
    ///
    /// On a handle that was lent, by [`Running::mq`](crate::Running::mq) or as a handler's argument, it closes nothing and
    /// logs a warning: an application that runs listeners closes its own connections when it drains.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future leaves some of the connections open until the last clone is dropped.
    pub async fn close(self) {
        match self.hold {
            Hold::Owned => self.broker.close(Duration::from_secs(10)).await,
            Hold::Lent => tracing::warn!(
                "`AceMq::close` was called on a handle that was lent: nothing is closed; drain the application instead"
            ),
        }
    }

    fn caused_by(&self, envelope: &Envelope) -> Self {
        let parent = Parent { id: envelope.id.clone(), correlation_id: envelope.correlation_id.clone() };
        Self { parent: Some(parent), ..self.clone() }
    }
}

impl FromDelivery for AceMq {
    fn from_delivery(incoming: &Incoming<'_>) -> std::result::Result<Self, DecodeError> {
        let lent = incoming.resources().get::<Self>();
        let mq = lent.ok_or_else(|| DecodeError::new("no connection was lent to this listener"))?;
        Ok(mq.caused_by(incoming.envelope()))
    }

    // It asks for nothing at start-up: the runtime lends one to every listener, and has none before it is connected.
}
