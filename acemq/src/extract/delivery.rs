//! Where a message came from, as a handler argument.

use std::sync::Arc;

use super::{DecodeError, FromDelivery, Incoming};
use crate::message::{Table, Value, header};

/// How a message got here: its queue, the exchange and the routing key of its first arrival, and whether the broker
/// delivers it again.
///
/// A retry comes through the default exchange, as does a replay. What this says is what the first arrival came through: a
/// copy carries that in the headers `acemq-first-exchange` and `acemq-first-routing-key`. Cheap to clone.
///
/// ```
/// use acemq::prelude::*;
///
/// #[ace_listener(queue = "orders.audit")]
/// async fn on_order(delivery: Delivery) {
///     println!("{} on {}", delivery.routing_key(), delivery.exchange());
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Delivery {
    queue: Arc<str>,
    first: First,
    redelivered: bool,
}

/// What the first arrival came through.
#[derive(Clone, Debug)]
enum First {
    /// This is a copy: its headers say it.
    Before(Arc<Table>),
    /// This is the first arrival.
    Now { exchange: Arc<str>, routing_key: Arc<str> },
}

impl Delivery {
    /// The queue that it arrived in.
    pub fn queue(&self) -> &str {
        &self.queue
    }

    /// The exchange of the first arrival; empty for the default exchange.
    pub fn exchange(&self) -> &str {
        match &self.first {
            First::Before(headers) => text(headers, header::FIRST_EXCHANGE).unwrap_or_default(),
            First::Now { exchange, .. } => exchange,
        }
    }

    /// The routing key of the first arrival.
    pub fn routing_key(&self) -> &str {
        match &self.first {
            First::Before(headers) => text(headers, header::FIRST_ROUTING_KEY).unwrap_or_default(),
            First::Now { routing_key, .. } => routing_key,
        }
    }

    /// Whether the broker says that it handed this message out before and was not told what became of it: then its work may
    /// have been done already, in part or as a whole. A retry is a message of its own, and is not redelivered.
    pub fn redelivered(&self) -> bool {
        self.redelivered
    }
}

impl FromDelivery for Delivery {
    fn from_delivery(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
        let arrived = incoming.delivery;
        // Written together: one of them alone says that the other was empty, and not that it has to be guessed.
        let is_copy = [header::FIRST_EXCHANGE, header::FIRST_ROUTING_KEY]
            .into_iter()
            .any(|name| text(&arrived.headers, name).is_some());
        let first = if is_copy {
            First::Before(Arc::clone(&arrived.headers))
        } else {
            First::Now { exchange: (*arrived.exchange).into(), routing_key: (*arrived.routing_key).into() }
        };
        Ok(Self { queue: Arc::clone(incoming.queue), first, redelivered: arrived.redelivered })
    }
}

fn text<'a>(headers: &'a Table, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(Value::as_text)
}
