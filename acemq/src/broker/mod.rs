//! The seam between the runtime and a broker. Two adapters stand behind it: `amqp` (RabbitMQ) and `memory`.
//!
//! One suite of tests runs against both, so that the fake does not lie.

mod delivery;
mod error;
mod options;
mod publication;
mod settle;

use std::{fmt::Debug, future::Future, pin::Pin, sync::Arc, time::Duration};

use futures_core::Stream;
use tokio::sync::watch;

pub use self::{
    delivery::Delivery,
    error::{BrokerError, BrokerErrorKind},
    options::{ConnectOptions, Scheme, Secret},
    publication::{Fate, Lane, Publication, PublishError},
    settle::{Channel, Settled, Unsettled},
};
use crate::{message::Table, topology::Object};

/// A boxed future that may move between threads: what the methods of a trait object answer, such as those of
/// [`IdempotencyStore`](crate::IdempotencyStore). `Box::pin(async move { … })` makes one.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What the runtime asks of a broker.
pub trait Broker: Debug + Send + Sync + 'static {
    /// Opens a channel, sets its window, subscribes: as one unit. Connects first when the connection is lost.
    fn subscribe(&self, request: Subscribe) -> BoxFuture<'_, Result<Subscription, BrokerError>>;

    /// Publishes mandatory and confirmed: `Ok` means that the broker has it *and* that a queue took it.
    ///
    /// The future may be dropped: the publish then goes on, and nobody learns how it ended.
    fn publish(&self, publication: Publication) -> BoxFuture<'static, Result<(), PublishError>>;

    /// Declares one object on a channel of its own. An object that is there with other arguments is a
    /// [`BrokerErrorKind::Mismatch`].
    fn declare<'a>(&'a self, object: &'a Object) -> BoxFuture<'a, Result<(), BrokerError>>;

    /// Looks a queue up without declaring it; `None` when there is none of that name.
    fn look_up_queue<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<QueueFacts>, BrokerError>>;

    /// Whether an exchange of that name exists. The default exchange always does.
    fn look_up_exchange<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<bool, BrokerError>>;

    /// The state of the connections, as it changes.
    fn link(&self) -> watch::Receiver<Link>;

    /// Takes one message off a queue without a subscription (`basic.get`), unsettled; `None` when it is empty.
    fn get<'a>(&'a self, queue: &'a str) -> BoxFuture<'a, Result<Option<Arrival>, BrokerError>>;

    /// How many bytes a copy's properties and headers may take: the negotiated frame less 2 KiB, which is what a broker
    /// adds on the way through a retry queue.
    fn header_budget(&self) -> usize;

    /// Closes channels and connections. Bounded by `within`; what does not answer by then is dropped.
    fn close(&self, within: Duration) -> BoxFuture<'_, ()>;
}

/// One delivery and the duty to settle it.
#[derive(Debug)]
pub struct Arrival {
    /// What arrived.
    pub delivery: Delivery,
    /// How it is settled.
    pub unsettled: Unsettled,
}

/// What a subscription asks for.
#[derive(Clone, Debug)]
pub struct Subscribe {
    /// The queue.
    pub queue: String,
    /// How many deliveries may be unsettled at once, from 1.
    pub prefetch: u16,
    /// How many acks are sent as one, from 1; 1 turns batching off.
    pub ack_batch: u32,
    /// A name for logs and for the consumer tag.
    pub listener: String,
    /// The consumer's arguments, such as `x-priority`.
    pub arguments: Table,
}

/// A live subscription.
pub struct Subscription {
    /// Deliveries in the queue's order. It yields [`Event::Ended`] once, as its last item.
    pub events: Pin<Box<dyn Stream<Item = Event> + Send>>,
    /// The channel that settles them.
    pub channel: Arc<dyn Channel>,
}

impl Debug for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subscription").field("channel", &self.channel).finish_non_exhaustive()
    }
}

/// What a subscription yields.
#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "a delivery is the rule and the end happens once: boxing would cost the rule"
)]
pub enum Event {
    /// One delivery.
    Arrival(Arrival),
    /// The subscription is over, for this reason. Nothing follows.
    Ended(Ended),
}

/// Why a subscription ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ended {
    /// We cancelled or closed it.
    Cancelled,
    /// The broker cancelled it: the queue was deleted or moved.
    CancelledByBroker,
    /// The channel was closed under us, with the broker's words.
    ChannelClosed(String),
    /// The connection is gone.
    ConnectionLost(String),
}

/// What a passive look-up tells of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueFacts {
    /// Messages ready for delivery.
    pub messages: u64,
    /// Consumers subscribed.
    pub consumers: u32,
}

/// The state of the connections to the broker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// Not connected yet, or lost and being rebuilt.
    Down(String),
    /// Connected, and publishes flow.
    Up,
    /// Connected; the broker takes no publishes, for this reason. Acks flow.
    Blocked(String),
}
