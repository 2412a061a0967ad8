//! Subscribing, getting, cancelling, and closing channels.

use std::collections::BTreeMap;

use tokio::time::Instant;

use super::machine::{Channel, ConnectionId, Consumer, Effect, State};
use crate::{
    broker::{BrokerError, Ended},
    memory::{
        dead_letter::{Dead, Reason},
        message::Letter,
        queue::ChannelId,
    },
};

impl State {
    /// Opens a channel with a window and a consumer of that priority.
    pub(in crate::memory) fn subscribe(
        &mut self,
        connection: ConnectionId,
        queue: &str,
        (prefetch, priority): (usize, i64),
        now: Instant,
    ) -> Result<ChannelId, BrokerError> {
        let id = self.queue_id(queue)?;
        let consumer = Consumer { queue: id, prefetch, priority, is_waiting: true };
        let channel = self.open(connection, Some(consumer));
        if let Some(queue) = self.queues.get_mut(&id) {
            queue.consumers.push(channel);
            queue.wait(channel, priority);
        }
        self.pump(id, now);
        self.finish(now);
        Ok(channel)
    }

    /// Gives a channel's consumer a larger window. `false` when there is none any more.
    pub(in crate::memory) fn widen(&mut self, channel: ChannelId, prefetch: usize, now: Instant) -> bool {
        let Some(found) = self.channels.get_mut(&channel) else { return false };
        let Some(consumer) = found.consumer.as_mut() else { return false };
        consumer.prefetch = prefetch;
        if let Some(queue) = self.wait_again(channel) {
            self.pump(queue, now);
        }
        self.finish(now);
        true
    }

    /// Takes one message onto a channel of its own.
    pub(in crate::memory) fn get(
        &mut self,
        connection: ConnectionId,
        queue: &str,
        now: Instant,
    ) -> Result<Option<(ChannelId, Letter)>, BrokerError> {
        let id = self.queue_id(queue)?;
        self.pump(id, now);
        let taken = self.queues.get_mut(&id).and_then(|queue| Some((queue.take()?, queue.counts_returns())));
        let got = taken.and_then(|(stored, counts_returns)| {
            let channel = self.open(connection, None);
            // Other than a consumer, a get hears of the count from the first delivery on.
            let count = counts_returns.then_some(stored.returns);
            let letter = self.channels.get_mut(&channel)?.hold(id, stored, count);
            Some((channel, letter))
        });
        self.made_room(id);
        self.pump(id, now);
        self.finish(now);
        Ok(got)
    }

    fn open(&mut self, connection: ConnectionId, consumer: Option<Consumer>) -> ChannelId {
        let id = self.next_id();
        self.channels.insert(id, Channel { connection, consumer, window: BTreeMap::new(), next_tag: 1 });
        id
    }

    /// Ends a channel's consumer; its window stays. `false` when the channel is gone.
    pub(in crate::memory) fn cancel(&mut self, channel: ChannelId, why: Ended) -> bool {
        let Some(found) = self.channels.get_mut(&channel) else { return false };
        if let Some(consumer) = found.consumer.take() {
            if let Some(queue) = self.queues.get_mut(&consumer.queue) {
                queue.unsubscribe(channel);
            }
            self.effect(Effect::End(channel, why));
        }
        true
    }

    /// Closes channels: what they hold goes back to the front of its queue, in order.
    ///
    /// All their consumers go first, so that nothing is handed from one closing channel to another.
    pub(in crate::memory) fn close(&mut self, channels: &[ChannelId], why: &Ended, now: Instant) {
        for channel in channels {
            self.cancel(*channel, why.clone());
        }
        let mut touched = Vec::new();
        for channel in channels {
            let Some(closed) = self.channels.remove(channel) else { continue };
            for held in closed.window.into_values() {
                let Some(queue) = self.queues.get_mut(&held.queue) else { continue };
                if touched.last() != Some(&held.queue) {
                    touched.push(held.queue);
                }
                if let Err(stored) = queue.put_back(held.stored) {
                    let message = stored.message;
                    self.dead.push_back(Dead { queue: held.queue, message, reason: Reason::DeliveryLimit });
                }
            }
        }
        for queue in touched {
            self.pump(queue, now);
        }
        self.finish(now);
    }

    /// The channels of one connection, or of all, oldest first.
    pub(in crate::memory) fn channels_of(&self, connection: Option<ConnectionId>) -> Vec<ChannelId> {
        let belongs =
            |channel: &Channel| connection.is_none_or(|connection| channel.connection == connection);
        let mut found: Vec<_> =
            self.channels.iter().filter(|(_, channel)| belongs(channel)).map(|(id, _)| *id).collect();
        found.sort_unstable();
        found
    }
}
