//! One queue: what is ready, in which order, and whose turn it is. It knows nothing of exchanges and other queues.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use tokio::time::Instant;

use super::{
    arguments::{Overflow, QueueKind, Settings},
    message::{Message, Stored},
};
use crate::message::Table;

/// A channel's identity inside one broker; never used again.
pub(super) type ChannelId = u64;

/// A queue. All of its operations are constant or logarithmic in its length.
#[derive(Debug)]
pub(super) struct Queue {
    pub(super) name: Box<str>,
    /// As they were declared, for the comparison with a redeclaration.
    pub(super) arguments: Table,
    pub(super) settings: Settings,
    /// Messages that were never handed out, by place.
    fresh: VecDeque<Stored>,
    /// Messages that came back. All of them stand before every fresh one: they were at the head once.
    returned: BTreeMap<u64, Stored>,
    next_place: u64,
    next_return: u64,
    /// Everybody who is subscribed.
    pub(super) consumers: Vec<ChannelId>,
    /// Those of them whose window has room, with their priorities: the highest first, and of equals the one whose turn it is.
    waiting: VecDeque<(i64, ChannelId)>,
    /// The moment under which the queue stands in the broker's agenda.
    pub(super) scheduled: Option<Instant>,
    /// Dead letters that no queue has taken yet, under at-least-once dead-lettering.
    pub(super) stuck: VecDeque<super::dead_letter::Dead>,
}

impl Queue {
    pub(super) fn new(name: &str, arguments: Table, settings: Settings) -> Self {
        Self {
            name: name.into(),
            arguments,
            settings,
            fresh: VecDeque::new(),
            returned: BTreeMap::new(),
            next_place: 0,
            next_return: 0,
            consumers: Vec::new(),
            waiting: VecDeque::new(),
            scheduled: None,
            stuck: VecDeque::new(),
        }
    }

    /// How many messages are ready.
    pub(super) fn len(&self) -> usize {
        self.fresh.len() + self.returned.len()
    }

    /// The message whose turn it is.
    pub(super) fn head(&self) -> Option<&Stored> {
        self.returned.first_key_value().map(|(_, stored)| stored).or_else(|| self.fresh.front())
    }

    /// Takes the message whose turn it is.
    pub(super) fn take(&mut self) -> Option<Stored> {
        self.returned.pop_first().map(|(_, stored)| stored).or_else(|| self.fresh.pop_front())
    }

    /// Takes the head when its time to live is over. Only the head expires, as in RabbitMQ.
    pub(super) fn take_expired(&mut self, now: Instant) -> Option<Stored> {
        if self.head()?.expires? <= now { self.take() } else { None }
    }

    /// Takes the oldest message when there are more than the queue may hold.
    pub(super) fn take_surplus(&mut self) -> Option<Stored> {
        let drops = self.settings.overflow == Overflow::DropHead;
        if drops && self.len() > self.settings.max_length? { self.take() } else { None }
    }

    /// Whether consumers are told how often a message came back.
    pub(super) fn counts_returns(&self) -> bool {
        self.settings.kind == QueueKind::Quorum
    }

    /// Whether the queue refuses one more message. A quorum queue notices only when it holds one too many.
    pub(super) fn refuses(&self) -> bool {
        let Some(max) = self.settings.max_length else { return false };
        self.settings.overflow == Overflow::RejectPublish
            && match self.settings.kind {
                QueueKind::Classic => self.len() >= max,
                QueueKind::Quorum => self.len() > max,
            }
    }

    /// The message as this queue will keep it, with the shorter of the two times to live.
    pub(super) fn admit(&mut self, message: Arc<Message>, now: Instant) -> Stored {
        let ttl = shorter(self.settings.ttl, message.expiration);
        let place = self.next_place;
        self.next_place += 1;
        let expires = ttl.and_then(|ttl| now.checked_add(ttl));
        Stored { message, place, expires, redelivered: false, returns: 0 }
    }

    /// Adds a message at the end.
    pub(super) fn push(&mut self, stored: Stored) {
        self.fresh.push_back(stored);
    }

    /// A message that was nacked. A quorum queue without a delivery limit puts it at the end, so that its log can be cut.
    pub(super) fn nacked(&mut self, mut stored: Stored) -> Result<(), Stored> {
        if self.settings.kind == QueueKind::Quorum && self.settings.delivery_limit.is_none() {
            stored.redelivered = true;
            stored.returns = stored.returns.saturating_add(1);
            stored.place = self.next_place;
            self.next_place += 1;
            self.fresh.push_back(stored);
            return Ok(());
        }
        self.put_back(stored)
    }

    /// A message whose channel is gone: a classic queue gives it its place again, a quorum queue the place after those
    /// that came back before. `Err` when it came back more often than the delivery limit allows.
    pub(super) fn put_back(&mut self, mut stored: Stored) -> Result<(), Stored> {
        stored.redelivered = true;
        stored.returns = stored.returns.saturating_add(1);
        if self.settings.delivery_limit.is_some_and(|limit| stored.returns > limit) {
            return Err(stored);
        }
        let place = match self.settings.kind {
            QueueKind::Classic => stored.place,
            QueueKind::Quorum => self.next_return,
        };
        self.next_return += 1;
        self.returned.insert(place, stored);
        Ok(())
    }

    /// Throws away what is ready, and says how much that was.
    pub(super) fn purge(&mut self) -> usize {
        let count = self.len();
        self.fresh.clear();
        self.returned.clear();
        count
    }

    /// Puts a consumer whose window has room into the line, behind those of its priority.
    pub(super) fn wait(&mut self, consumer: ChannelId, priority: i64) {
        let behind = self.waiting.iter().position(|(other, _)| *other < priority);
        self.waiting.insert(behind.unwrap_or(self.waiting.len()), (priority, consumer));
    }

    /// Takes the consumer whose turn it is out of the line.
    pub(super) fn next_consumer(&mut self) -> Option<ChannelId> {
        self.waiting.pop_front().map(|(_, consumer)| consumer)
    }

    /// Forgets a consumer.
    pub(super) fn unsubscribe(&mut self, channel: ChannelId) {
        self.consumers.retain(|consumer| *consumer != channel);
        self.waiting.retain(|(_, consumer)| *consumer != channel);
    }
}

fn shorter(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}
