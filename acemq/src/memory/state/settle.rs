//! Settling deliveries.

use tokio::time::Instant;

use super::machine::{Consumer, State};
use crate::{
    broker::{Ended, Settled},
    memory::{
        dead_letter::{Dead, Reason},
        exchange::QueueId,
        queue::ChannelId,
    },
};

/// What becomes of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::memory) enum Settlement {
    /// It is done.
    Ack,
    /// It goes back to its queue.
    Requeue,
    /// It is given up.
    Reject,
}

impl State {
    /// Settles one delivery and delivers what there is room for now.
    pub(in crate::memory) fn settle(
        &mut self,
        channel: ChannelId,
        tag: u64,
        how: Settlement,
        now: Instant,
    ) -> Settled {
        let Some(found) = self.channels.get_mut(&channel) else { return Settled::Stale };
        let Some(held) = found.window.remove(&tag) else {
            let words = format!("PRECONDITION_FAILED - unknown delivery tag {tag}");
            self.close(&[channel], &Ended::ChannelClosed(words), now);
            return Settled::Sent;
        };
        let queue = held.queue;
        let mut dead = None;
        match how {
            Settlement::Ack => {}
            Settlement::Requeue => {
                let returned = self.queues.get_mut(&queue).map(|queue| queue.nacked(held.stored));
                if let Some(Err(stored)) = returned {
                    dead = Some((stored.message, Reason::DeliveryLimit));
                }
            }
            Settlement::Reject => dead = Some((held.stored.message, Reason::Rejected)),
        }
        self.dead.extend(dead.map(|(message, reason)| Dead { queue, message, reason }));
        let consumed = self.wait_again(channel);
        self.pump(queue, now);
        if let Some(consumed) = consumed.filter(|consumed| *consumed != queue) {
            self.pump(consumed, now);
        }
        self.finish(now);
        Settled::Sent
    }

    /// Puts a consumer whose window has room again at the end of its like in its queue's line.
    pub(super) fn wait_again(&mut self, id: ChannelId) -> Option<QueueId> {
        let channel = self.channels.get_mut(&id)?;
        let Consumer { queue, prefetch, priority, is_waiting } = channel.consumer?;
        if !is_waiting && channel.has_room(prefetch) {
            channel.consumer = Some(Consumer { queue, prefetch, priority, is_waiting: true });
            self.queues.get_mut(&queue)?.wait(id, priority);
        }
        Some(queue)
    }
}
