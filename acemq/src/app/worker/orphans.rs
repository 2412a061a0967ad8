//! What a lost connection leaves behind: work of deliveries that nobody can settle any more.
//!
//! The broker brings each of them again. When it comes to us, the new delivery takes the old one's place: a running
//! handler goes on and settles the new one, a wait goes on, a copy that landed has its original acked. Without this,
//! every cut of the link would run the window's handlers twice. A message that comes to another process instead is
//! run there: that is the duplicate which only a store can see.

use std::{collections::HashMap, time::Duration};

use tokio::time::Instant;

use crate::{
    broker::Unsettled,
    pipeline::{Job, Key, Landed, Move, Waiting, Worked},
};

/// How long something is kept for its message to come again. Longer than any reconnect that succeeds; what has not
/// come by then went elsewhere.
const KEPT: Duration = Duration::from_secs(120);

/// What is at rest until its message comes again.
#[derive(Debug)]
pub(super) enum Resting {
    /// Waits here until that moment.
    Waiting(Box<Waiting>, Instant),
    /// Its copy did not land yet.
    Move(Box<Move>),
    /// Its handler ended, and nothing has been decided.
    Ended(Worked),
    /// Its copy landed.
    Landed(Landed),
}

/// What became of a redelivered message.
#[derive(Debug)]
pub(super) enum Adoption {
    /// It is new to us: it takes the ordinary way.
    Stranger(Box<Job>),
    /// Its handler or its copy is still under way and will settle it.
    Joined,
    /// It takes the place of the lost delivery.
    Continues(Box<Resting>, Unsettled),
}

/// Work without a delivery to settle.
#[derive(Debug, Default)]
pub(super) struct Orphans {
    /// Under way, with the delivery that took the lost one's place, if its message came again.
    away: HashMap<Key, Option<Unsettled>>,
    resting: HashMap<Key, (Resting, Instant)>,
}

/// What has ended was no orphan, or one whose message came again, or one whose message did not.
#[derive(Debug)]
pub(super) enum Returned {
    /// Its delivery was never lost.
    NoOrphan,
    /// It settles this delivery now.
    Adopted(Unsettled),
    /// Nobody can settle it yet.
    Alone,
}

impl Orphans {
    /// Whether there is none: the ordinary case, in which nothing else here costs anything.
    pub(super) fn is_empty(&self) -> bool {
        self.away.is_empty() && self.resting.is_empty()
    }

    /// A new epoch begins to be lost: adoptions by the old one are void, and what is too old goes.
    pub(super) fn epoch_lost(&mut self, now: Instant) {
        self.resting.retain(|_, (_, until)| *until > now);
        for adopted in self.away.values_mut() {
            *adopted = None;
        }
    }

    /// A handler or a copy of a lost epoch is still under way.
    pub(super) fn is_away(&mut self, key: Key) {
        self.away.insert(key, None);
    }

    /// Something of a lost epoch is at rest.
    pub(super) fn rests(&mut self, key: Key, resting: Resting, now: Instant) {
        self.resting.insert(key, (resting, now + KEPT));
    }

    /// What was under way has ended.
    pub(super) fn returned(&mut self, key: &Key) -> Returned {
        match self.away.remove(key) {
            None => Returned::NoOrphan,
            Some(Some(fresh)) => Returned::Adopted(fresh),
            Some(None) => Returned::Alone,
        }
    }

    /// A redelivered message arrives.
    pub(super) fn adopt(&mut self, job: Job) -> Adoption {
        let key = job.identity().key();
        if let Some(adopted @ None) = self.away.get_mut(&key) {
            *adopted = Some(job.unsettled);
            return Adoption::Joined;
        }
        match self.resting.remove(&key) {
            Some((resting, _)) => Adoption::Continues(Box::new(resting), job.unsettled),
            None => Adoption::Stranger(Box::new(job)),
        }
    }
}
