//! One broker behind its lock: what all connections to one name share.
//!
//! The lock is held for one operation of the state machine and the sending of its effects, never across an await.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::{
    sync::{mpsc, watch},
    time::Instant,
};

use super::{
    message::Letter,
    queue::ChannelId,
    state::{ConnectionId, Effect, State},
};
use crate::{
    broker::{Ended, Link},
    message::Clock,
};

/// What a consumer is sent.
#[derive(Debug)]
pub(super) enum Mail {
    Letter(Letter),
    Ended(Ended),
}

/// One broker.
#[derive(Debug)]
pub(super) struct Shared {
    clock: Clock,
    core: Mutex<Core>,
    /// When the next head expires, for the connections' drivers. Never later than it is.
    due: watch::Sender<Option<Instant>>,
}

/// What the lock guards.
#[derive(Debug)]
pub(super) struct Core {
    pub(super) state: State,
    mailboxes: HashMap<ChannelId, mpsc::UnboundedSender<Mail>>,
    /// One for each open connection.
    pub(super) links: HashMap<ConnectionId, watch::Sender<Link>>,
    /// Why publishes are blocked.
    pub(super) blocked: Option<String>,
    announced: Option<Instant>,
}

impl Shared {
    /// An empty broker.
    pub(super) fn new() -> Self {
        let clock = Clock::start();
        let core = Core {
            state: State::new((clock.now(), clock.instant())),
            mailboxes: HashMap::new(),
            links: HashMap::new(),
            blocked: None,
            announced: None,
        };
        Self { clock, core: Mutex::new(core), due: watch::Sender::new(None) }
    }

    /// Runs one operation at this moment and sends on what it leaves.
    ///
    /// What expired before now has gone by then, whether a driver was in time or not.
    pub(super) fn with<R>(&self, operation: impl FnOnce(&mut Core, Instant) -> R) -> R {
        let mut core = self.lock();
        let now = self.clock.instant();
        if core.state.next_expiry().is_some_and(|at| at <= now) {
            core.state.expire(now);
        }
        let result = operation(&mut core, now);
        core.send_effects();
        self.announce(&mut core, now);
        result
    }

    /// The moments at which [`Shared::tick`] is wanted.
    pub(super) fn due(&self) -> watch::Receiver<Option<Instant>> {
        self.due.subscribe()
    }

    /// Lets expire what is due.
    pub(super) fn tick(&self) {
        self.with(|_, _| ());
    }

    /// Wakes the drivers only for a moment that is earlier than the one they wait for: a later one they find when they
    /// wake for the earlier.
    fn announce(&self, core: &mut Core, now: Instant) {
        let next = core.state.next_expiry();
        let is_news = match (core.announced, next) {
            (Some(announced), _) if announced <= now => true,
            (Some(announced), Some(next)) => next < announced,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if is_news {
            core.announced = next;
            self.due.send_replace(next);
        }
    }

    /// A panic inside the lock would be a fault of the state machine; what it leaves is still better than none.
    fn lock(&self) -> MutexGuard<'_, Core> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Core {
    /// Opens the mailbox of a consumer, before the effects of its subscription are sent.
    pub(super) fn open_mailbox(&mut self, channel: ChannelId) -> mpsc::UnboundedReceiver<Mail> {
        let (sender, receiver) = mpsc::unbounded_channel();
        self.mailboxes.insert(channel, sender);
        receiver
    }

    /// Up or blocked: the state of a connection that is not down.
    pub(super) fn link(&self) -> Link {
        self.blocked.clone().map_or(Link::Up, Link::Blocked)
    }

    /// Connects a connection again that was cut. `false` when it was closed.
    pub(super) fn revive(&mut self, connection: ConnectionId) -> bool {
        let Some(link) = self.links.get(&connection) else { return false };
        let is_down = matches!(*link.borrow(), Link::Down(_));
        if is_down {
            link.send_replace(self.link());
        }
        true
    }

    fn send_effects(&mut self) {
        for effect in self.state.drain_effects() {
            let delivered = match effect {
                Effect::Deliver(channel, letter) => {
                    self.mailboxes.get(&channel).map(|mailbox| mailbox.send(Mail::Letter(letter)))
                }
                Effect::End(channel, why) => {
                    self.mailboxes.remove(&channel).map(|mailbox| mailbox.send(Mail::Ended(why)))
                }
            };
            // Nobody reads any more: the message stays in the window until its channel closes.
            drop(delivered);
        }
    }
}
