//! Which confirmed publishes were returned as unroutable: a pure structure, one per publishing channel.
//!
//! The broker sends `basic.return` before the confirm of the same message. lapin queues returns and hands the oldest one
//! to *whichever* confirm completes next, so a confirm may carry a neighbour's return, and a plain ack may belong to a
//! message whose own return sits with a neighbour or still in that queue. This structure says when it is certain.
//!
//! Confirms are looked at in rounds: the caller swaps out what woke, looks at each once, and reports what completed. What
//! completed before something that round `r` saw has been seen by the end of round `r + 1`. Hence, for a confirm `x`:
//!
//! - it carried its own return, or that return was seen anywhere: unroutable;
//! - it carried none: the queue was empty, its own return, if any, was taken before, so after round `r + 1` it is routed;
//! - it carried a neighbour's: its own may still be queued. It left the queue, if it was in it, once a later confirm
//!   (round `r + 2` on) carries none, or as many later confirms completed as the queue can have held; one round after
//!   that it is routed. It is at once when nothing at all is outstanding any more.

use std::collections::HashSet;

/// What one confirm said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Completed {
    /// The publish that it confirms.
    pub(super) id: u64,
    /// `basic.ack` or `basic.nack`.
    pub(super) acked: bool,
    /// The return that lapin handed along.
    pub(super) carried: Carried,
}

/// What lapin handed along with a confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carried {
    /// No return.
    Nothing,
    /// The return of this publish.
    Return(u64),
    /// A return without an id of ours.
    Stranger,
}

/// How a publish ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Confirmed, and a queue took it.
    Routed,
    /// Confirmed or refused, and returned.
    Unroutable,
    /// Refused.
    Nacked,
    /// Confirmed; the channel died before it was known whether it was returned.
    Unknown,
}

/// A confirmed publish whose return may still turn up.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    id: u64,
    /// How many later confirms settle the question, `None` when the confirm carried nothing.
    after: Option<usize>,
}

/// The returns and confirms of one channel.
#[derive(Debug, Default)]
pub(super) struct Filing {
    /// Returned publishes that have not ended yet.
    returned: HashSet<u64>,
    /// Decided by the next round: completed in the round before, or shown to be out of the queue in it.
    fresh: Vec<Waiting>,
    /// Carried a neighbour's return, and may still be in the queue.
    open: Vec<Waiting>,
}

/// What the caller knows at the end of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// How many publishes were outstanding when the round began.
    pub(super) outstanding_before: usize,
    /// How many are outstanding now.
    pub(super) outstanding: usize,
    /// Whether the channel is gone: what is not certain now never will be.
    pub(super) over: bool,
}

impl Filing {
    /// Whether something waits for the next round although nothing new may complete.
    pub(super) fn needs_another_round(&self) -> bool {
        !self.fresh.is_empty()
    }

    /// Files what completed in this round and returns every publish whose ending is certain now.
    pub(super) fn round(&mut self, completed: &[Completed], round: Round) -> Vec<(u64, Ending)> {
        let mut endings = Vec::with_capacity(completed.len());
        self.returned.extend(completed.iter().filter_map(|confirm| match confirm.carried {
            Carried::Return(id) => Some(id),
            Carried::Nothing | Carried::Stranger => None,
        }));
        let queue_was_empty = completed.iter().any(|confirm| confirm.carried == Carried::Nothing);
        let fresh = std::mem::take(&mut self.fresh);
        for mut waiting in std::mem::take(&mut self.open) {
            waiting.after = waiting.after.map(|after| after.saturating_sub(completed.len()));
            if self.returned.remove(&waiting.id) {
                endings.push((waiting.id, Ending::Unroutable));
            } else if queue_was_empty || waiting.after == Some(0) {
                // Its return, if any, was taken before something that this round saw.
                self.fresh.push(Waiting { id: waiting.id, after: None });
            } else {
                self.open.push(waiting);
            }
        }
        for waiting in fresh {
            if self.returned.remove(&waiting.id) {
                endings.push((waiting.id, Ending::Unroutable));
            } else if waiting.after.is_none() {
                endings.push((waiting.id, Ending::Routed));
            } else {
                self.open.push(waiting);
            }
        }
        for confirm in completed {
            let after = match confirm.carried {
                Carried::Nothing => None,
                Carried::Return(_) | Carried::Stranger => Some(round.outstanding_before),
            };
            if self.returned.remove(&confirm.id) {
                endings.push((confirm.id, Ending::Unroutable));
            } else if confirm.acked {
                self.fresh.push(Waiting { id: confirm.id, after });
            } else {
                endings.push((confirm.id, Ending::Nacked));
            }
        }
        if round.outstanding == 0 {
            self.end(round, &mut endings);
        }
        endings
    }

    /// Nothing is outstanding: every confirm has been seen, and with the last of them the queue of returns ran empty,
    /// since each return was followed by a confirm that took one. Only a channel that died may have kept some.
    fn end(&mut self, round: Round, endings: &mut Vec<(u64, Ending)>) {
        for waiting in self.fresh.drain(..).chain(self.open.drain(..)) {
            let ending = if self.returned.contains(&waiting.id) {
                Ending::Unroutable
            } else if round.over && waiting.after.is_some() {
                Ending::Unknown
            } else {
                Ending::Routed
            };
            endings.push((waiting.id, ending));
        }
        self.returned.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet, VecDeque};

    use proptest::prelude::*;

    use super::*;

    fn ack(id: u64, carried: Carried) -> Completed {
        Completed { id, acked: true, carried }
    }

    fn busy(outstanding: usize) -> Round {
        Round { outstanding_before: outstanding + 1, outstanding, over: false }
    }

    #[test]
    fn a_plain_ack_is_routed_once_the_next_round_brought_no_return_of_it() {
        let mut filing = Filing::default();
        assert_eq!(filing.round(&[ack(1, Carried::Nothing)], busy(5)), []);
        assert!(filing.needs_another_round());
        assert_eq!(filing.round(&[], busy(5)), [(1, Ending::Routed)]);
        assert!(!filing.needs_another_round());
    }

    #[test]
    fn a_return_that_a_neighbour_carried_is_filed_under_its_own_publish() {
        let mut filing = Filing::default();
        assert_eq!(filing.round(&[ack(2, Carried::Nothing)], busy(5)), []);
        let late = filing.round(&[ack(1, Carried::Return(2))], busy(4));
        assert_eq!(late, [(2, Ending::Unroutable)]);
    }

    #[test]
    fn an_ack_with_a_foreign_return_waits_for_its_own() {
        let mut filing = Filing::default();
        assert_eq!(filing.round(&[ack(2, Carried::Return(1))], busy(3)), []);
        assert_eq!(filing.round(&[], busy(3)), []);
        let both = filing.round(&[ack(1, Carried::Return(2))], busy(2));
        assert_eq!(both, [(2, Ending::Unroutable), (1, Ending::Unroutable)]);
    }

    #[test]
    fn a_later_confirm_without_a_return_proves_the_queue_empty() {
        let mut filing = Filing::default();
        filing.round(&[ack(2, Carried::Return(1))], busy(5));
        filing.round(&[], busy(5));
        assert_eq!(filing.round(&[ack(3, Carried::Nothing)], busy(4)), []);
        assert_eq!(filing.round(&[], busy(4)), [(2, Ending::Routed), (3, Ending::Routed)]);
    }

    #[test]
    fn the_last_confirm_ends_everything_at_once() {
        let mut filing = Filing::default();
        let endings = filing.round(&[ack(1, Carried::Nothing)], busy(0));
        assert_eq!(endings, [(1, Ending::Routed)]);
    }

    #[test]
    fn all_four_of_ack_and_nack_with_and_without_a_return() {
        let nack = |id, carried| Completed { id, acked: false, carried };
        let mut filing = Filing::default();
        let completed = [
            ack(1, Carried::Nothing),
            ack(2, Carried::Return(2)),
            nack(3, Carried::Nothing),
            nack(4, Carried::Return(4)),
        ];
        let mut endings =
            filing.round(&completed, Round { outstanding_before: 4, outstanding: 0, over: false });
        endings.sort_unstable_by_key(|(id, _)| *id);
        assert_eq!(
            endings,
            [(1, Ending::Routed), (2, Ending::Unroutable), (3, Ending::Nacked), (4, Ending::Unroutable)]
        );
    }

    #[test]
    fn a_channel_that_dies_leaves_what_is_uncertain_unknown() {
        let mut filing = Filing::default();
        filing.round(&[ack(2, Carried::Return(1)), ack(3, Carried::Nothing)], busy(1));
        let endings = filing.round(&[], Round { outstanding_before: 1, outstanding: 0, over: true });
        assert_eq!(endings, [(3, Ending::Routed), (2, Ending::Unknown)]);
    }

    /// A channel of lapin with a broker behind it, as one thread that runs beside the collector.
    #[derive(Default)]
    struct Wire {
        /// Frames still to be read, oldest first.
        frames: VecDeque<Vec<FrameIn>>,
        returns: VecDeque<u64>,
        /// Completed confirms that the collector has not seen.
        done: VecDeque<Completed>,
    }

    #[derive(Clone, Copy, Debug)]
    enum FrameIn {
        Return(u64),
        Confirm(u64),
    }

    impl Wire {
        /// Works off one step: a return is queued, a confirm takes the oldest return.
        fn step(&mut self) -> bool {
            let Some(frame) = self.frames.front_mut() else { return false };
            let next = frame.remove(0);
            if frame.is_empty() {
                self.frames.pop_front();
            }
            match next {
                FrameIn::Return(id) => self.returns.push_back(id),
                FrameIn::Confirm(id) => {
                    let carried = self.returns.pop_front().map_or(Carried::Nothing, Carried::Return);
                    self.done.push_back(ack(id, carried));
                }
            }
            true
        }
    }

    #[derive(Clone, Debug)]
    struct Plan {
        unroutable: Vec<bool>,
        /// How many publishes the broker confirms together, and in which order lapin completes them.
        batches: Vec<(usize, u64)>,
        /// How many steps of the wire run before each look of the collector.
        looks: Vec<usize>,
        shuffle_returns: bool,
    }

    fn plan() -> impl Strategy<Value = Plan> {
        (
            prop::collection::vec(prop::bool::weighted(0.4), 1..120),
            prop::collection::vec((1_usize..12, any::<u64>()), 1..40),
            prop::collection::vec(0_usize..9, 1..60),
            any::<bool>(),
        )
            .prop_map(|(unroutable, batches, looks, shuffle_returns)| Plan {
                unroutable,
                batches,
                looks,
                shuffle_returns,
            })
    }

    /// A cheap, seeded shuffle.
    fn shuffle<T>(items: &mut [T], mut seed: u64) {
        for index in (1..items.len()).rev() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            items.swap(index, usize::try_from(seed >> 33).unwrap_or(0) % (index + 1));
        }
    }

    proptest! {
        #[test]
        fn exactly_the_returned_publishes_are_unroutable(plan in plan()) {
            let mut wire = Wire::default();
            let ids: Vec<u64> = (1..=plan.unroutable.len() as u64).collect();
            let unroutable: BTreeSet<u64> =
                ids.iter().copied().filter(|id| plan.unroutable[usize::try_from(*id).unwrap() - 1]).collect();
            let mut rest = &ids[..];
            let mut batches = plan.batches.iter().cycle();
            while !rest.is_empty() {
                let (size, seed) = *batches.next().unwrap();
                let (batch, behind) = rest.split_at(size.min(rest.len()));
                rest = behind;
                let mut returns: Vec<u64> = batch.iter().copied().filter(|id| unroutable.contains(id)).collect();
                if plan.shuffle_returns {
                    shuffle(&mut returns, seed ^ 1);
                }
                let mut confirms = batch.to_vec();
                shuffle(&mut confirms, seed);
                wire.frames.extend(returns.into_iter().map(|id| vec![FrameIn::Return(id)]));
                wire.frames.push_back(confirms.into_iter().map(FrameIn::Confirm).collect());
            }

            let mut filing = Filing::default();
            let mut endings = BTreeMap::new();
            let mut outstanding = ids.len();
            let mut looks = plan.looks.iter().cycle();
            let mut hid = false;
            while outstanding > 0 || filing.needs_another_round() {
                let mut steps = *looks.next().unwrap();
                while steps > 0 && wire.step() {
                    steps -= 1;
                }
                if plan.looks.iter().all(|look| *look == 0) {
                    wire.step();
                }
                // A look is not one moment: what completed before something in it may be seen one round later, and not
                // two.
                let mut seen: Vec<Completed> = wire.done.drain(..).collect();
                let late = usize::from(hid);
                hid = seen.len() > 2;
                if hid {
                    wire.done.push_back(seen.remove(late));
                }
                let before = outstanding;
                outstanding -= seen.len();
                let round = Round { outstanding_before: before, outstanding, over: false };
                for (id, ending) in filing.round(&seen, round) {
                    prop_assert_eq!(endings.insert(id, ending), None, "{} ended twice", id);
                }
            }
            prop_assert_eq!(endings.len(), ids.len());
            for (id, ending) in endings {
                let expected = if unroutable.contains(&id) { Ending::Unroutable } else { Ending::Routed };
                prop_assert_eq!(ending, expected, "publish {}", id);
            }
        }
    }
}
