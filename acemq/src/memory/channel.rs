//! A channel as the seam sees it, and the deliveries of its consumer.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use futures_core::Stream;
use tokio::sync::mpsc;

use super::{
    connection::Connection,
    message::Letter,
    queue::ChannelId,
    shared::{Core, Mail},
    state::Settlement,
};
use crate::broker::{
    Arrival, BoxFuture, BrokerError, BrokerErrorKind, Channel, Ended, Event, Settled, Unsettled,
};

/// One channel. It closes when nothing holds it any more: neither its subscription nor an unsettled delivery.
#[derive(Debug)]
pub(super) struct MemoryChannel {
    connection: Arc<Connection>,
    id: ChannelId,
}

impl MemoryChannel {
    pub(super) fn new(connection: Arc<Connection>, id: ChannelId) -> Arc<Self> {
        Arc::new(Self { connection, id })
    }

    /// What the seam knows as an arrival.
    pub(super) fn arrival(self: &Arc<Self>, letter: Letter) -> Arrival {
        let channel: Arc<dyn Channel> = Arc::clone(self) as Arc<dyn Channel>;
        let unsettled = Unsettled::new(letter.tag, channel);
        Arrival { delivery: letter.into_delivery(), unsettled }
    }

    fn settle(&self, tag: u64, how: Settlement) -> Settled {
        self.connection.shared.with(|core, now| core.state.settle(self.id, tag, how, now))
    }

    fn cancel_consumer(&self) -> bool {
        self.connection.shared.with(|core, _| core.state.cancel(self.id, Ended::Cancelled))
    }

    fn close_channel(&self) {
        self.connection.shared.with(|core, now| core.state.close(&[self.id], &Ended::Cancelled, now));
    }
}

impl Channel for MemoryChannel {
    fn is_open(&self) -> bool {
        self.connection.shared.with(|core, _| core.state.is_open(self.id))
    }

    fn ack(&self, tag: u64) -> Settled {
        self.settle(tag, Settlement::Ack)
    }

    fn requeue(&self, tag: u64) -> Settled {
        self.settle(tag, Settlement::Requeue)
    }

    fn reject(&self, tag: u64) -> Settled {
        self.settle(tag, Settlement::Reject)
    }

    fn flush(&self) -> BoxFuture<'_, ()> {
        // Settlements are in the queue's books before the call returns.
        Box::pin(std::future::ready(()))
    }

    fn widen(&self, prefetch: u16) -> BoxFuture<'_, Result<(), BrokerError>> {
        Box::pin(async move {
            let widened = |core: &mut Core, now| core.state.widen(self.id, usize::from(prefetch.max(1)), now);
            if self.connection.shared.with(widened) { Ok(()) } else { Err(gone()) }
        })
    }

    fn cancel(&self) -> BoxFuture<'_, Result<(), BrokerError>> {
        Box::pin(async { if self.cancel_consumer() { Ok(()) } else { Err(gone()) } })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async { self.close_channel() })
    }
}

fn gone() -> BrokerError {
    BrokerError::new(BrokerErrorKind::Lost, "the channel is closed")
}

impl Drop for MemoryChannel {
    fn drop(&mut self) {
        self.close_channel();
    }
}

/// The deliveries of one consumer. Dropping it cancels the consumer.
#[derive(Debug)]
pub(super) struct Deliveries {
    pub(super) channel: Arc<MemoryChannel>,
    pub(super) mailbox: mpsc::UnboundedReceiver<Mail>,
    pub(super) has_ended: bool,
}

impl Stream for Deliveries {
    type Item = Event;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Event>> {
        if self.has_ended {
            return Poll::Ready(None);
        }
        self.mailbox.poll_recv(context).map(|mail| match mail {
            Some(Mail::Letter(letter)) => Some(Event::Arrival(self.channel.arrival(letter))),
            Some(Mail::Ended(why)) => {
                self.has_ended = true;
                Some(Event::Ended(why))
            }
            None => {
                self.has_ended = true;
                Some(Event::Ended(Ended::ConnectionLost("the broker is gone".to_owned())))
            }
        })
    }
}

impl Drop for Deliveries {
    fn drop(&mut self) {
        self.channel.cancel_consumer();
    }
}
