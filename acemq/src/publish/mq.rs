//! The handle to the broker that an application holds and a handler is given.

use std::{sync::Arc, time::Duration};

use super::{Publisher, origin::Origin};
use crate::{
    broker::Broker,
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
    pub(super) clock: Clock,
    pub(super) parent: Option<Parent>,
}

/// The message that is being handled while something is published.
#[derive(Clone, Debug)]
pub(super) struct Parent {
    pub(super) id: String,
    pub(super) correlation_id: String,
}

impl AceMq {
    /// A handle on these connections.
    pub(crate) fn new(broker: Arc<dyn Broker>, format: Format, client_name: &str, clock: Clock) -> Self {
        Self { broker, format, origin: Origin::of(client_name), clock, parent: None }
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
            None => Err(Error::other(format!("queue `{queue}` does not exist"))),
        }
    }

    /// Closes the connections of a program that only publishes, at the latest after ten seconds. An application
    /// that runs listeners closes its own when it drains.
    pub async fn close(self) {
        self.broker.close(Duration::from_secs(10)).await;
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
