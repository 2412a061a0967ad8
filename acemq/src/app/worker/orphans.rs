//! What a lost connection leaves behind: work of deliveries that nobody can settle any more.
//!
//! The broker brings each of them again. When it comes to us, the new delivery takes the old one's place: a running
//! handler goes on and settles the new one, a wait goes on, a copy that landed has its original acked. Without this,
//! every cut of the link would run the window's handlers twice. A message that comes to another process instead is
//! run there: that is the duplicate which only a store can see.

use std::{collections::HashMap, time::Duration};

use tokio::time::Instant;

use super::running::Run;
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

impl Resting {
    /// Gives up the place of a suspect.
    pub(super) fn leave_seat(&mut self) {
        match self {
            Self::Waiting(waiting, _) => waiting.job.seat = None,
            Self::Move(moving) => moving.job.seat = None,
            Self::Ended(worked) => worked.job.seat = None,
            Self::Landed(_) => {}
        }
    }
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
    away: HashMap<Doing, (Key, Option<Unsettled>)>,
    /// At rest, until the moment at which its message will not come any more. Equal messages queue up.
    resting: HashMap<Key, Vec<(Resting, Instant)>>,
}

/// One thing under way. Two of equal messages are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Doing {
    /// A handler.
    Run(Run),
    /// A copy.
    Move(u64),
}

impl Orphans {
    /// Whether there is none: the ordinary case, in which nothing else here costs anything.
    pub(super) fn is_empty(&self) -> bool {
        self.away.is_empty() && self.resting.is_empty()
    }

    /// An epoch is lost: the adoptions of the one that took its place are void.
    pub(super) fn epoch_lost(&mut self) {
        for (_, adopted) in self.away.values_mut() {
            *adopted = None;
        }
    }

    /// A handler or a copy of a lost epoch is still under way.
    pub(super) fn is_away(&mut self, doing: Doing, key: Key) {
        self.away.insert(doing, (key, None));
    }

    /// Something of a lost epoch is at rest.
    pub(super) fn rests(&mut self, key: Key, resting: Resting, now: Instant) {
        self.resting.entry(key).or_default().push((resting, now + KEPT));
    }

    /// What was under way has ended; the delivery that it settles now, if its message came again.
    pub(super) fn returned(&mut self, doing: Doing) -> Option<Unsettled> {
        self.away.remove(&doing).and_then(|(_, adopted)| adopted)
    }

    /// A redelivered message arrives.
    pub(super) fn adopt(&mut self, job: Job, now: Instant) -> Adoption {
        let key = job.identity().key();
        let waiting = self.away.values_mut().find(|(away, adopted)| *away == key && adopted.is_none());
        if let Some((_, adopted)) = waiting {
            *adopted = Some(job.unsettled);
            return Adoption::Joined;
        }
        match self.take_resting(&key, now) {
            Some(resting) => Adoption::Continues(Box::new(resting), job.unsettled),
            None => Adoption::Stranger(Box::new(job)),
        }
    }

    fn take_resting(&mut self, key: &Key, now: Instant) -> Option<Resting> {
        let queue = self.resting.get_mut(key)?;
        queue.retain(|(_, until)| *until > now);
        let first = (!queue.is_empty()).then(|| queue.remove(0).0);
        if queue.is_empty() {
            self.resting.remove(key);
        }
        first
    }

    /// When the next of what rests is to be forgotten.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.resting.values().flatten().map(|(_, until)| *until).min()
    }

    /// Forgets what has rested long enough: its message went elsewhere.
    pub(super) fn forget(&mut self, now: Instant) {
        self.resting.retain(|_, queue| {
            queue.retain(|(_, until)| *until > now);
            !queue.is_empty()
        });
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

        fn widen(&self, _: u16) -> BoxFuture<'_, Result<(), BrokerError>> {
            Box::pin(std::future::ready(Ok(())))
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
            seat: None,
        }
    }

    fn key(id: &str, body: &'static str) -> Key {
        job(id, body, 0).identity().key()
    }

    fn resting(id: &str, body: &'static str) -> Resting {
        Resting::Ended(Box::new(Worked { job: job(id, body, 1), ending: Ending::Duplicate }))
    }

    #[test]
    fn what_is_under_way_settles_the_delivery_that_came_again() {
        let mut orphans = Orphans::default();
        orphans.is_away(Doing::Move(1), key("a", "body"));
        assert!(matches!(orphans.adopt(job("a", "body", 7), Instant::now()), Adoption::Joined));
        assert_eq!(orphans.returned(Doing::Move(1)).expect("adopted").tag(), 7);
        assert!(orphans.is_empty());
    }

    #[test]
    fn two_of_equal_messages_each_get_their_own_delivery() {
        let mut orphans = Orphans::default();
        orphans.is_away(Doing::Move(1), key("a", "body"));
        assert!(matches!(orphans.adopt(job("a", "body", 7), Instant::now()), Adoption::Joined));
        assert!(matches!(orphans.adopt(job("a", "body", 8), Instant::now()), Adoption::Stranger(_)));
        assert!(orphans.returned(Doing::Move(2)).is_none(), "the stranger's own run takes nothing");
        assert_eq!(orphans.returned(Doing::Move(1)).expect("adopted").tag(), 7);
        for tag in [1, 2] {
            orphans.rests(key("b", "body"), resting("b", "body"), Instant::now());
            let adoption = orphans.adopt(job("b", "body", tag), Instant::now());
            assert!(matches!(adoption, Adoption::Continues(_, fresh) if fresh.tag() == tag));
        }
    }

    #[test]
    fn another_body_or_header_under_the_same_id_is_another_message() {
        let mut orphans = Orphans::default();
        orphans.is_away(Doing::Move(1), key("a", "body"));
        orphans.rests(key("b", "body"), resting("b", "body"), Instant::now());
        assert!(matches!(orphans.adopt(job("a", "other", 7), Instant::now()), Adoption::Stranger(_)));
        assert!(matches!(orphans.adopt(job("b", "other", 8), Instant::now()), Adoption::Stranger(_)));
        let mut replayed = job("b", "body", 9);
        let headers: Table = [("x-acemq-error".into(), "it failed".into())].into();
        replayed.delivery.headers = Arc::new(headers);
        assert!(matches!(orphans.adopt(replayed, Instant::now()), Adoption::Stranger(_)));
        let mut counted = job("b", "body", 10);
        let headers: Table = [("x-delivery-count".into(), 1.into())].into();
        counted.delivery.headers = Arc::new(headers);
        assert!(matches!(orphans.adopt(counted, Instant::now()), Adoption::Continues(_, _)));
    }

    #[test]
    fn an_adoption_by_an_epoch_that_is_lost_too_is_void() {
        let mut orphans = Orphans::default();
        orphans.is_away(Doing::Move(1), key("a", "body"));
        assert!(matches!(orphans.adopt(job("a", "body", 7), Instant::now()), Adoption::Joined));
        orphans.epoch_lost();
        assert!(matches!(orphans.adopt(job("a", "body", 8), Instant::now()), Adoption::Joined));
        assert_eq!(orphans.returned(Doing::Move(1)).expect("adopted").tag(), 8);
    }

    #[test]
    fn what_nobody_takes_up_is_forgotten() {
        let mut orphans = Orphans::default();
        let then = Instant::now();
        orphans.rests(key("a", "body"), resting("a", "body"), then);
        assert_eq!(orphans.next_due(), Some(then + KEPT));
        orphans.forget(then + KEPT / 2);
        assert!(!orphans.is_empty());
        assert!(matches!(orphans.adopt(job("a", "body", 7), then + KEPT), Adoption::Stranger(_)));
        orphans.rests(key("a", "body"), resting("a", "body"), then);
        orphans.forget(then + KEPT);
        assert!(orphans.is_empty());
    }
}
