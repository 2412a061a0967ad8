//! The state itself, and the two motions that every operation ends with: deliver what can be delivered, and work off
//! what died on the way.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    time::SystemTime,
};

use tokio::time::Instant;

use crate::{
    broker::Ended,
    memory::{
        dead_letter::{Dead, Reason},
        exchange::{Exchange, QueueId},
        message::{Letter, Stored},
        queue::{ChannelId, Queue},
    },
    topology::ExchangeKind,
};

/// A connection's identity inside one broker.
pub(in crate::memory) type ConnectionId = u64;

/// What an operation asks the shell to send.
#[derive(Debug)]
pub(in crate::memory) enum Effect {
    /// To the consumer of this channel.
    Deliver(ChannelId, Letter),
    /// The consumer of this channel hears nothing more.
    End(ChannelId, Ended),
}

/// Everything that one broker holds.
///
/// Each public operation ends with [`State::finish`], so that between two of them no expired head, no deliverable
/// message and no unrouted dead letter is left.
#[derive(Debug)]
pub(in crate::memory) struct State {
    pub(super) exchanges: HashMap<Box<str>, Exchange>,
    pub(super) queues: HashMap<QueueId, Queue>,
    pub(super) names: HashMap<Box<str>, QueueId>,
    pub(super) channels: HashMap<ChannelId, Channel>,
    /// When the head of which queue expires.
    agenda: BTreeSet<(Instant, QueueId)>,
    /// Dead letters that are not routed yet.
    pub(super) dead: VecDeque<Dead>,
    /// Queues that hold dead letters which nobody took.
    pub(super) stuck: BTreeSet<QueueId>,
    /// Something changed that may give a stuck dead letter a way.
    pub(super) stuck_may_move: bool,
    /// Reused by every publish.
    pub(super) targets: Vec<QueueId>,
    effects: Vec<Effect>,
    next_id: u64,
    epoch: (SystemTime, Instant),
}

/// One channel: its window, and its consumer if it has one.
#[derive(Debug)]
pub(super) struct Channel {
    pub(super) connection: ConnectionId,
    pub(super) consumer: Option<Consumer>,
    /// What was delivered and not settled, by tag.
    pub(super) window: BTreeMap<u64, Held>,
    pub(super) next_tag: u64,
}

/// The one consumer of a channel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Consumer {
    pub(super) queue: QueueId,
    /// How much may be unsettled; 0 is without limit, as in AMQP.
    pub(super) prefetch: usize,
    /// The highest one with room is served first.
    pub(super) priority: i64,
    /// Whether it stands in its queue's line of waiting consumers.
    pub(super) is_waiting: bool,
}

/// An unsettled message and where it goes back to.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) queue: QueueId,
    pub(super) stored: Stored,
}

impl Channel {
    pub(super) fn has_room(&self, prefetch: usize) -> bool {
        prefetch == 0 || self.window.len() < prefetch
    }

    /// Puts a message into the window. `delivery_count` is what a quorum queue tells of it.
    pub(super) fn hold(&mut self, queue: QueueId, stored: Stored, delivery_count: Option<u32>) -> Letter {
        let tag = self.next_tag;
        self.next_tag += 1;
        let message = stored.message.clone();
        let letter = Letter { tag, message, redelivered: stored.redelivered, delivery_count };
        self.window.insert(tag, Held { queue, stored });
        letter
    }
}

impl State {
    /// A broker with the exchanges that every broker has. `epoch` is one moment on both clocks.
    pub(in crate::memory) fn new(epoch: (SystemTime, Instant)) -> Self {
        let exchanges = [
            ("amq.direct", ExchangeKind::Direct),
            ("amq.topic", ExchangeKind::Topic),
            ("amq.fanout", ExchangeKind::Fanout),
            ("amq.headers", ExchangeKind::Headers),
            ("amq.match", ExchangeKind::Headers),
        ];
        Self {
            exchanges: exchanges.map(|(name, kind)| (name.into(), Exchange::new(kind))).into(),
            queues: HashMap::new(),
            names: HashMap::new(),
            channels: HashMap::new(),
            agenda: BTreeSet::new(),
            dead: VecDeque::new(),
            stuck: BTreeSet::new(),
            stuck_may_move: false,
            targets: Vec::new(),
            effects: Vec::new(),
            next_id: 1,
            epoch,
        }
    }

    /// A number that this broker never gave out before.
    pub(in crate::memory) fn next_id(&mut self) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    /// When [`State::expire`] is due next.
    pub(in crate::memory) fn next_expiry(&self) -> Option<Instant> {
        self.agenda.first().map(|(at, _)| *at)
    }

    /// Lets go of every head whose time is over.
    pub(in crate::memory) fn expire(&mut self, now: Instant) {
        while let Some((at, queue)) = self.agenda.first().copied()
            && at <= now
        {
            self.agenda.remove(&(at, queue));
            if let Some(found) = self.queues.get_mut(&queue) {
                found.scheduled = None;
            }
            self.pump(queue, now);
        }
        self.finish(now);
    }

    /// The effects so far, oldest first.
    pub(in crate::memory) fn drain_effects(&mut self) -> std::vec::Drain<'_, Effect> {
        self.effects.drain(..)
    }

    /// The wall time of a moment.
    pub(super) fn wall(&self, now: Instant) -> SystemTime {
        self.epoch.0 + now.saturating_duration_since(self.epoch.1)
    }

    pub(super) fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Drops expired heads of a queue and delivers what its consumers have room for, in turn.
    pub(super) fn pump(&mut self, id: QueueId, now: Instant) {
        let Some(queue) = self.queues.get_mut(&id) else { return };
        let before = queue.len();
        loop {
            while let Some(expired) = queue.take_expired(now) {
                self.dead.push_back(Dead { queue: id, message: expired.message, reason: Reason::Expired });
            }
            if queue.len() == 0 {
                break;
            }
            let Some(consumer) = queue.next_consumer() else { break };
            let Some(stored) = queue.take() else { break };
            hand_over(&mut self.channels, &mut self.effects, queue, (consumer, id), stored);
        }
        if queue.len() < before {
            self.made_room(id);
        }
        self.reschedule(id);
    }

    /// Notes that a queue took messages off, which may be what a stuck dead letter waits for.
    pub(super) fn made_room(&mut self, id: QueueId) {
        if !self.stuck.is_empty()
            && self.queues.get(&id).is_some_and(|queue| queue.settings.max_length.is_some())
        {
            self.stuck_may_move = true;
        }
    }

    /// Gives a message straight to the consumer whose turn it is, past an empty queue: so that even a message with a time
    /// to live of zero reaches somebody who waits for it.
    pub(super) fn deliver_at_once(&mut self, id: QueueId, stored: Stored) -> Result<(), Stored> {
        let Some(queue) = self.queues.get_mut(&id) else { return Ok(()) };
        if queue.len() > 0 {
            return Err(stored);
        }
        let Some(consumer) = queue.next_consumer() else { return Err(stored) };
        hand_over(&mut self.channels, &mut self.effects, queue, (consumer, id), stored);
        Ok(())
    }

    /// Enters the head's expiry into the agenda.
    fn reschedule(&mut self, id: QueueId) {
        let Some(queue) = self.queues.get_mut(&id) else { return };
        let due = queue.head().and_then(|head| head.expires);
        if queue.scheduled == due {
            return;
        }
        if let Some(at) = queue.scheduled.take() {
            self.agenda.remove(&(at, id));
        }
        if let Some(at) = due {
            self.agenda.insert((at, id));
        }
        queue.scheduled = due;
    }

    /// Takes a queue's entry off the agenda.
    pub(super) fn unschedule(&mut self, id: QueueId, queue: &Queue) {
        if let Some(at) = queue.scheduled {
            self.agenda.remove(&(at, id));
        }
    }
}

/// Delivers one message to a consumer that has room, and puts it back in the line, behind those like it, if room is left.
fn hand_over(
    channels: &mut HashMap<ChannelId, Channel>,
    effects: &mut Vec<Effect>,
    queue: &mut Queue,
    (consumer, id): (ChannelId, QueueId),
    stored: Stored,
) {
    let Some(channel) = channels.get_mut(&consumer) else { return };
    let count = (queue.counts_returns() && stored.returns > 0).then_some(stored.returns);
    let letter = channel.hold(id, stored, count);
    effects.push(Effect::Deliver(consumer, letter));
    let Some(Consumer { prefetch, priority, .. }) = channel.consumer else { return };
    let has_room = channel.has_room(prefetch);
    if has_room {
        queue.wait(consumer, priority);
    }
    channel.consumer = Some(Consumer { queue: id, prefetch, priority, is_waiting: has_room });
}
