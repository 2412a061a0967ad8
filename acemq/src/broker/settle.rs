//! How a delivery is settled. Every delivery has exactly one ending: settling consumes its handle.

use std::{fmt::Debug, sync::Arc};

use super::{BoxFuture, BrokerError};

/// What became of a settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Settled {
    /// It is on its way to the broker.
    Sent,
    /// The channel that brought the delivery is gone: the settlement was dropped and the broker delivers again.
    Stale,
}

/// One channel with its consumer, seen from the settling side. An adapter implements it; only [`Unsettled`] calls
/// the three settling functions.
///
/// A value belongs to one channel of one connection (its epoch): a settlement for a channel that is gone answers
/// [`Settled::Stale`] and is never sent.
pub trait Channel: Debug + Send + Sync + 'static {
    /// Whether a settlement would still be sent.
    fn is_open(&self) -> bool;
    /// Joins the batch of acks; sent by the adapter when the batch is full, the loop idle or 2 ms have passed.
    fn ack(&self, tag: u64) -> Settled;
    /// Returns the message to its queue (`basic.nack` with requeue).
    fn requeue(&self, tag: u64) -> Settled;
    /// Gives the message up to the queue's own dead-letter exchange (`basic.reject` without requeue).
    fn reject(&self, tag: u64) -> Settled;
    /// Resolves when every settlement so far has been written to the socket.
    fn flush(&self) -> BoxFuture<'_, ()>;
    /// From now on so many deliveries may be unsettled; beside them, perhaps, what was so before. The subscription's stream
    /// goes on, in the queue's order.
    ///
    /// Called once, with the window full and nothing settled until it ends: a delivery that is on its way while one
    /// consumer takes the place of another would be seen by neither. And not while a [`cancel`](Self::cancel) is under way.
    fn widen(&self, prefetch: u16) -> BoxFuture<'_, Result<(), BrokerError>>;
    /// `basic.cancel`: resolves when the broker has answered; the deliveries then end after what was already sent.
    fn cancel(&self) -> BoxFuture<'_, Result<(), BrokerError>>;
    /// Closes the channel: what is not settled goes back to the front of its queue, in order. Bounded in time.
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// The duty to settle one delivery. Dropping it settles nothing: the message goes back when the channel closes.
#[derive(Debug)]
#[must_use = "a delivery that is never settled occupies the window until its channel closes"]
pub struct Unsettled {
    tag: u64,
    channel: Arc<dyn Channel>,
}

impl Unsettled {
    /// Takes over the duty to settle `tag` of `channel`.
    pub fn new(tag: u64, channel: Arc<dyn Channel>) -> Self {
        Self { tag, channel }
    }

    /// The delivery tag, for logs.
    pub fn tag(&self) -> u64 {
        self.tag
    }

    /// Whether the channel that brought the delivery is still there.
    pub fn is_live(&self) -> bool {
        self.channel.is_open()
    }

    /// The message is done.
    pub fn ack(self) -> Settled {
        self.channel.ack(self.tag)
    }

    /// The message goes back to its queue.
    pub fn requeue(self) -> Settled {
        self.channel.requeue(self.tag)
    }

    /// The message goes to the queue's own dead-letter exchange, if it has one.
    pub fn reject(self) -> Settled {
        self.channel.reject(self.tag)
    }
}
