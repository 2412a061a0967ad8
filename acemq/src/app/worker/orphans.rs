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
const KEPT: Duration = Duration::from_mins(2);

/// What is at rest until its message comes again.
#[derive(Debug)]
pub(super) enum Resting {
    /// Waits here until that moment.
    Waiting(Box<Waiting>, Instant),
    /// Its copy did not land yet.
    Move(Box<Move>),
    /// Its handler ended, and nothing has been decided.
    Ended(Box<Worked>),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tracing::Span;

    use super::*;
    use crate::{
        broker::{BoxFuture, BrokerError, Channel, Delivery, Settled},
        message::{Envelope, Properties, Table},
        pipeline::Ending,
    };

    /// A channel that takes every settlement.
    #[derive(Debug)]
    struct Open;

    impl Channel for Open {
        fn is_open(&self) -> bool {
            true
        }

        fn ack(&self, _: u64) -> Settled {
            Settled::Sent
        }

        fn requeue(&self, _: u64) -> Settled {
            Settled::Sent
        }

        fn reject(&self, _: u64) -> Settled {
            Settled::Sent
        }

        fn flush(&self) -> BoxFuture<'_, ()> {
            Box::pin(std::future::ready(()))
        }

        fn cancel(&self) -> BoxFuture<'_, Result<(), BrokerError>> {
            Box::pin(std::future::ready(Ok(())))
        }

        fn close(&self) -> BoxFuture<'_, ()> {
            Box::pin(std::future::ready(()))
        }
    }

    fn job(id: &str, body: &'static str, tag: u64) -> Job {
        let properties = Properties { message_id: Some(id.into()), ..Properties::default() };
        let envelope = Envelope::first(id.to_owned(), "orders", std::time::SystemTime::UNIX_EPOCH);
        let delivery = Delivery {
            redelivered: true,
            exchange: "".into(),
            routing_key: "orders".into(),
            properties,
            headers: Arc::new(Table::new()),
            body: body.into(),
        };
        Job {
            delivery,
            envelope: Arc::new(envelope),
            unsettled: Unsettled::new(tag, Arc::new(Open)),
            span: Span::none(),
        }
    }

    fn key(id: &str, body: &'static str) -> Key {
        job(id, body, 0).identity().key()
    }

    fn resting(id: &str, body: &'static str) -> Resting {
        Resting::Ended(Box::new(Worked { job: job(id, body, 1), ending: Ending::Duplicate }))
    }

    #[test]
    fn a_running_handler_settles_the_delivery_that_came_again() {
        let mut orphans = Orphans::default();
        orphans.is_away(key("a", "body"));
        assert!(matches!(orphans.adopt(job("a", "body", 7)), Adoption::Joined));
        match orphans.returned(&key("a", "body")) {
            Returned::Adopted(fresh) => assert_eq!(fresh.tag(), 7),
            other @ (Returned::Alone | Returned::NoOrphan) => panic!("{other:?}"),
        }
        assert!(orphans.is_empty());
    }

    #[test]
    fn two_copies_of_one_message_are_two_runs() {
        let mut orphans = Orphans::default();
        orphans.is_away(key("a", "body"));
        assert!(matches!(orphans.adopt(job("a", "body", 7)), Adoption::Joined));
        assert!(matches!(orphans.adopt(job("a", "body", 8)), Adoption::Stranger(_)));
    }

    #[test]
    fn another_body_under_the_same_id_is_another_message() {
        let mut orphans = Orphans::default();
        orphans.is_away(key("a", "body"));
        orphans.rests(key("b", "body"), resting("b", "body"), Instant::now());
        assert!(matches!(orphans.adopt(job("a", "other", 7)), Adoption::Stranger(_)));
        assert!(matches!(orphans.adopt(job("b", "other", 8)), Adoption::Stranger(_)));
        assert!(matches!(orphans.adopt(job("b", "body", 9)), Adoption::Continues(_, _)));
    }

    #[test]
    fn what_rests_is_taken_up_once() {
        let mut orphans = Orphans::default();
        orphans.rests(key("a", "body"), resting("a", "body"), Instant::now());
        assert!(
            matches!(orphans.adopt(job("a", "body", 7)), Adoption::Continues(_, fresh) if fresh.tag() == 7)
        );
        assert!(matches!(orphans.adopt(job("a", "body", 8)), Adoption::Stranger(_)));
    }

    #[test]
    fn an_adoption_by_an_epoch_that_is_lost_too_is_void() {
        let mut orphans = Orphans::default();
        orphans.is_away(key("a", "body"));
        assert!(matches!(orphans.adopt(job("a", "body", 7)), Adoption::Joined));
        orphans.epoch_lost(Instant::now());
        assert!(matches!(orphans.adopt(job("a", "body", 8)), Adoption::Joined));
        assert!(matches!(orphans.returned(&key("a", "body")), Returned::Adopted(fresh) if fresh.tag() == 8));
    }

    #[test]
    fn what_nobody_takes_up_is_forgotten_when_another_epoch_is_lost_later() {
        let mut orphans = Orphans::default();
        let then = Instant::now();
        orphans.rests(key("a", "body"), resting("a", "body"), then);
        orphans.epoch_lost(then + KEPT / 2);
        assert!(!orphans.is_empty());
        orphans.epoch_lost(then + KEPT);
        assert!(orphans.is_empty());
    }
}
