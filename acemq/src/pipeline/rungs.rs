//! The retry queues of one listener: which exist, and which one a wait takes.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use acemq_core::{names::RungKind, retry::RetryPolicy};

use crate::topology::MAX_RUNG_WAIT;

/// How many rungs one listener may declare after its start (wire contract §4). Handlers can name any wait, and every
/// rung is a queue on the broker.
const MAX_LATE_RUNGS: usize = 32;

/// Whether this listener may declare objects on the broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MayDeclare {
    /// `topology.apply: create-only`.
    Yes,
    /// `topology.apply: none`.
    No,
}

/// Which rung a wait takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rung {
    /// One that is there.
    Existing(Duration),
    /// One that is declared first.
    Declare(Duration),
    /// There is none and none may be declared.
    Missing,
}

/// The rungs of a listener.
#[derive(Debug)]
pub(crate) struct Rungs {
    kind: RungKind,
    may_declare: MayDeclare,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// Declared with the listener.
    planned: BTreeSet<Duration>,
    /// Declared since.
    late: BTreeSet<Duration>,
    /// Being declared: they count already, so that moves under way together keep the limit.
    reserved: BTreeSet<Duration>,
}

impl Rungs {
    /// The rungs that were declared at start.
    pub(crate) fn new(
        kind: RungKind,
        may_declare: MayDeclare,
        declared: impl IntoIterator<Item = Duration>,
    ) -> Self {
        let planned = declared.into_iter().map(whole_millis).collect();
        Self { kind, may_declare, known: Mutex::new(Known { planned, ..Known::default() }) }
    }

    /// Quorum or classic.
    pub(crate) fn kind(&self) -> RungKind {
        self.kind
    }

    /// Which rung a wait takes: its own; else one that is declared now; else the next longer; else the longest.
    /// [`Rung::Declare`] is answered with [`declared`](Self::declared) or [`refused`](Self::refused).
    pub(crate) fn choose(&self, wait: Duration) -> Rung {
        let wait = whole_millis(wait);
        if wait > MAX_RUNG_WAIT {
            // No queue can hold it that long, and a shorter rung would be early.
            return Rung::Missing;
        }
        let mut known = self.lock();
        if known.planned.contains(&wait) || known.late.contains(&wait) {
            return Rung::Existing(wait);
        }
        let is_reserved = known.reserved.contains(&wait);
        let has_room = known.late.len() + known.reserved.len() < MAX_LATE_RUNGS;
        if self.may_declare == MayDeclare::Yes && (is_reserved || has_room) {
            known.reserved.insert(wait);
            return Rung::Declare(wait);
        }
        let waits: Vec<Duration> = known.planned.union(&known.late).copied().collect();
        RetryPolicy::rung_for(wait, &waits).map_or(Rung::Missing, Rung::Existing)
    }

    /// A rung has been declared.
    pub(crate) fn declared(&self, rung: Duration) {
        let mut known = self.lock();
        known.reserved.remove(&rung);
        known.late.insert(rung);
    }

    /// A rung could not be declared.
    pub(crate) fn refused(&self, rung: Duration) {
        self.lock().reserved.remove(&rung);
    }

    /// A rung turned out to be gone: it is declared again before it is used again.
    pub(crate) fn gone(&self, rung: Duration) {
        let mut known = self.lock();
        known.planned.remove(&rung);
        known.late.remove(&rung);
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A rung's name and its time to live are whole milliseconds; never early, so a part of one counts as one.
fn whole_millis(wait: Duration) -> Duration {
    let cut = Duration::from_millis(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
    if cut < wait { cut + Duration::from_millis(1) } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn a_wait_takes_its_own_rung_or_declares_it() {
        let rungs = Rungs::new(RungKind::Quorum, MayDeclare::Yes, [seconds(30)]);
        assert_eq!(rungs.choose(seconds(30)), Rung::Existing(seconds(30)));
        assert_eq!(rungs.choose(seconds(45)), Rung::Declare(seconds(45)));
        rungs.declared(seconds(45));
        assert_eq!(rungs.choose(seconds(45)), Rung::Existing(seconds(45)));
        rungs.gone(seconds(45));
        assert_eq!(rungs.choose(seconds(45)), Rung::Declare(seconds(45)));
    }

    #[test]
    fn after_thirty_two_late_rungs_the_next_longer_is_taken_then_the_longest() {
        let rungs = Rungs::new(RungKind::Quorum, MayDeclare::Yes, []);
        for n in 1..=32 {
            assert_eq!(rungs.choose(seconds(n * 10)), Rung::Declare(seconds(n * 10)));
            rungs.declared(seconds(n * 10));
        }
        assert_eq!(rungs.choose(seconds(15)), Rung::Existing(seconds(20)));
        assert_eq!(rungs.choose(seconds(999)), Rung::Existing(seconds(320)));
    }

    #[test]
    fn what_is_being_declared_counts_and_what_was_refused_does_not() {
        let rungs = Rungs::new(RungKind::Quorum, MayDeclare::Yes, []);
        for n in 1..=32 {
            assert_eq!(rungs.choose(seconds(n)), Rung::Declare(seconds(n)));
        }
        assert_eq!(rungs.choose(seconds(32)), Rung::Declare(seconds(32)), "its declaration is under way");
        assert_eq!(rungs.choose(seconds(33)), Rung::Missing);
        rungs.refused(seconds(1));
        assert_eq!(rungs.choose(seconds(33)), Rung::Declare(seconds(33)));
    }

    #[test]
    fn a_listener_that_declares_nothing_uses_what_is_there() {
        let rungs = Rungs::new(RungKind::Classic, MayDeclare::No, [seconds(30)]);
        assert_eq!(rungs.choose(seconds(10)), Rung::Existing(seconds(30)));
        assert_eq!(Rungs::new(RungKind::Classic, MayDeclare::No, []).choose(seconds(10)), Rung::Missing);
    }

    #[test]
    fn a_wait_that_no_queue_can_hold_has_no_rung() {
        let rungs = Rungs::new(RungKind::Quorum, MayDeclare::Yes, [seconds(30)]);
        assert_eq!(rungs.choose(MAX_RUNG_WAIT), Rung::Declare(MAX_RUNG_WAIT));
        assert_eq!(rungs.choose(MAX_RUNG_WAIT + Duration::from_millis(1)), Rung::Missing);
    }

    #[test]
    fn a_part_of_a_millisecond_is_never_early() {
        let rungs = Rungs::new(RungKind::Quorum, MayDeclare::Yes, []);
        assert_eq!(rungs.choose(Duration::from_micros(1_500)), Rung::Declare(Duration::from_millis(2)));
    }
}
