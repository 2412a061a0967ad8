//! Which acks, nacks and rejects go out next: a pure structure, one per channel.
//!
//! The rules of the wire that it keeps: a `multiple` ack settles every unsettled tag up to its own, so nothing below may
//! be open; a tag that was sent once must not be named again, since the broker answers 406 and closes the channel; tag 0
//! means "all" and is never written.

use std::collections::VecDeque;

/// How one delivery is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// `basic.ack`, batched.
    Ack,
    /// `basic.nack` with requeue.
    Requeue,
    /// `basic.reject` without requeue.
    Reject,
}

/// One frame to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// Acks `tag`, and with `multiple` every unsettled tag below; `settles` says how many of ours that are.
    Ack { tag: u64, multiple: bool, settles: u64 },
    /// Returns one message to its queue.
    Requeue { tag: u64 },
    /// Gives one message up.
    Reject { tag: u64 },
}

impl Frame {
    /// How many settlements this frame carries out.
    pub(super) fn settles(self) -> u64 {
        match self {
            Self::Ack { settles, .. } => settles,
            Self::Requeue { .. } | Self::Reject { .. } => 1,
        }
    }
}

/// Where a tag of the window stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    /// Not settled yet, perhaps not even delivered.
    Open,
    /// To be acked.
    Acked,
    /// To be returned or given up; waits in `returns`.
    Returning,
    /// Written; never to be named again.
    Sent,
}

/// The settled deliveries of one channel whose frames are still to be written.
#[derive(Debug)]
pub(super) struct Settlements {
    /// The tag of the window's first entry. Everything below was sent.
    lowest: u64,
    /// Tags from `lowest` on, as far as any was settled.
    window: VecDeque<Tag>,
    /// Nacks and rejects in the order in which they came.
    returns: VecDeque<Frame>,
    /// How many entries are `Acked`.
    acked: usize,
}

impl Settlements {
    /// Nothing settled; the broker counts tags from 1.
    pub(super) fn new() -> Self {
        Self { lowest: 1, window: VecDeque::new(), returns: VecDeque::new(), acked: 0 }
    }

    /// How many settlements wait to be sent.
    pub(super) fn unsent(&self) -> usize {
        self.acked + self.returns.len()
    }

    /// Takes a settlement in. `false` means that the tag was settled before, or is 0: nothing is to be sent for it.
    pub(super) fn settle(&mut self, tag: u64, how: How) -> bool {
        let Some(offset) = tag.checked_sub(self.lowest).and_then(|offset| usize::try_from(offset).ok())
        else {
            return false;
        };
        if offset >= self.window.len() {
            self.window.resize(offset + 1, Tag::Open);
        }
        let entry = &mut self.window[offset];
        if *entry != Tag::Open {
            return false;
        }
        match how {
            How::Ack => {
                *entry = Tag::Acked;
                self.acked += 1;
            }
            How::Requeue | How::Reject => {
                *entry = Tag::Returning;
                let requeue = how == How::Requeue;
                self.returns.push_back(if requeue { Frame::Requeue { tag } } else { Frame::Reject { tag } });
            }
        }
        true
    }

    /// The next frames, at most `limit` of them, marked as sent. They must be written in this order.
    ///
    /// Nacks and rejects come first, so that no `multiple` can run over one; then one ack for the whole settled prefix;
    /// then single acks for what is settled behind a delivery that is still open.
    pub(super) fn take(&mut self, limit: usize) -> Vec<Frame> {
        let mut frames = Vec::new();
        while frames.len() < limit
            && let Some(frame) = self.returns.pop_front()
        {
            if let Frame::Requeue { tag } | Frame::Reject { tag } = frame {
                self.mark_sent(tag);
            }
            frames.push(frame);
        }
        if frames.len() < limit {
            frames.extend(self.take_prefix());
        }
        let mut offset = 0;
        while self.acked > 0 && frames.len() < limit && offset < self.window.len() {
            if self.window[offset] == Tag::Acked {
                self.window[offset] = Tag::Sent;
                self.acked -= 1;
                frames.push(Frame::Ack { tag: self.lowest + offset as u64, multiple: false, settles: 1 });
            }
            offset += 1;
        }
        frames
    }

    /// Cuts the settled prefix off. Its ack names the highest tag in it that is itself unsent; holes below, sent
    /// earlier, are none of the broker's business any more.
    fn take_prefix(&mut self) -> Option<Frame> {
        let mut highest = None;
        let mut settles = 0;
        while let Some(entry) = self.window.front() {
            match entry {
                Tag::Acked => {
                    highest = Some(self.lowest);
                    settles += 1;
                }
                Tag::Sent => {}
                Tag::Open | Tag::Returning => break,
            }
            self.window.pop_front();
            self.lowest += 1;
        }
        let tag = highest?;
        self.acked -= settles;
        Some(Frame::Ack { tag, multiple: settles > 1, settles: settles as u64 })
    }

    fn mark_sent(&mut self, tag: u64) {
        let offset = tag.checked_sub(self.lowest).and_then(|offset| usize::try_from(offset).ok());
        if let Some(entry) = offset.and_then(|offset| self.window.get_mut(offset)) {
            *entry = Tag::Sent;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    fn acked(tags: &[u64]) -> Settlements {
        let mut set = Settlements::new();
        for tag in tags {
            assert!(set.settle(*tag, How::Ack));
        }
        set
    }

    #[test]
    fn a_settled_prefix_is_one_multiple_at_its_highest_tag() {
        assert_eq!(acked(&[2, 3, 1]).take(16), [Frame::Ack { tag: 3, multiple: true, settles: 3 }]);
    }

    #[test]
    fn a_single_delivery_is_acked_singly() {
        assert_eq!(acked(&[1]).take(16), [Frame::Ack { tag: 1, multiple: false, settles: 1 }]);
    }

    #[test]
    fn behind_an_open_delivery_acks_are_single() {
        let mut set = acked(&[1, 2, 4, 6]);
        assert_eq!(
            set.take(16),
            [
                Frame::Ack { tag: 2, multiple: true, settles: 2 },
                Frame::Ack { tag: 4, multiple: false, settles: 1 },
                Frame::Ack { tag: 6, multiple: false, settles: 1 },
            ]
        );
        assert!(set.settle(3, How::Ack) && set.settle(5, How::Ack));
        // 6 was sent already, so the multiple stands at 5: a multiple at 6 would be a 406.
        assert_eq!(set.take(16), [Frame::Ack { tag: 5, multiple: true, settles: 2 }]);
    }

    #[test]
    fn a_nack_goes_out_before_the_multiple_that_stands_above_it() {
        let mut set = acked(&[1, 3]);
        assert!(set.settle(2, How::Requeue));
        assert_eq!(
            set.take(16),
            [Frame::Requeue { tag: 2 }, Frame::Ack { tag: 3, multiple: true, settles: 2 }]
        );
    }

    #[test]
    fn a_multiple_never_runs_over_a_nack_that_found_no_room() {
        let mut set = acked(&[1, 4]);
        assert!(set.settle(2, How::Requeue) && set.settle(3, How::Reject));
        assert_eq!(set.take(1), [Frame::Requeue { tag: 2 }]);
        assert_eq!(set.take(1), [Frame::Reject { tag: 3 }]);
        assert_eq!(set.take(1), [Frame::Ack { tag: 4, multiple: true, settles: 2 }]);
        assert_eq!(set.unsent(), 0);
    }

    #[test]
    fn a_second_settlement_and_tag_zero_are_refused() {
        let mut set = acked(&[1, 2]);
        assert!(!set.settle(2, How::Reject));
        assert!(!set.settle(0, How::Ack));
        set.take(16);
        assert!(!set.settle(1, How::Ack));
        assert_eq!(set.unsent(), 0);
    }

    /// What the broker knows of a channel: which tags it delivered and waits for.
    #[derive(Default)]
    struct Broker {
        unsettled: BTreeSet<u64>,
        settled: BTreeMap<u64, How>,
    }

    impl Broker {
        fn receive(&mut self, frame: Frame) {
            match frame {
                Frame::Ack { tag, multiple, settles } => {
                    assert!(self.unsettled.contains(&tag), "406: unknown delivery tag {tag}");
                    let from = if multiple { 0 } else { tag };
                    let tags: Vec<u64> = self.unsettled.range(from..=tag).copied().collect();
                    assert_eq!(tags.len() as u64, settles);
                    for tag in tags {
                        self.unsettled.remove(&tag);
                        assert_eq!(self.settled.insert(tag, How::Ack), None);
                    }
                }
                Frame::Requeue { tag } => self.single(tag, How::Requeue),
                Frame::Reject { tag } => self.single(tag, How::Reject),
            }
        }

        fn single(&mut self, tag: u64, how: How) {
            assert!(self.unsettled.remove(&tag), "406: unknown delivery tag {tag}");
            assert_eq!(self.settled.insert(tag, how), None);
        }
    }

    #[derive(Clone, Debug)]
    enum Step {
        Deliver(u64),
        Settle(prop::sample::Index, How),
        Take(usize),
    }

    fn step() -> impl Strategy<Value = Step> {
        let how = prop_oneof![6 => Just(How::Ack), 1 => Just(How::Requeue), 1 => Just(How::Reject)];
        prop_oneof![
            2 => (1_u64..8).prop_map(Step::Deliver),
            6 => (any::<prop::sample::Index>(), how).prop_map(|(index, how)| Step::Settle(index, how)),
            2 => (0_usize..5).prop_map(Step::Take),
        ]
    }

    proptest! {
        #[test]
        fn every_tag_is_settled_once_and_as_it_was_asked(steps in prop::collection::vec(step(), 0..200)) {
            let mut set = Settlements::new();
            let mut broker = Broker::default();
            let mut delivered = 0;
            let mut open: Vec<u64> = Vec::new();
            let mut asked: BTreeMap<u64, How> = BTreeMap::new();
            for step in steps {
                match step {
                    Step::Deliver(count) => {
                        for _ in 0..count {
                            delivered += 1;
                            open.push(delivered);
                            broker.unsettled.insert(delivered);
                        }
                    }
                    Step::Settle(_, _) if open.is_empty() => {}
                    Step::Settle(index, how) => {
                        let tag = open.swap_remove(index.index(open.len()));
                        prop_assert!(set.settle(tag, how));
                        asked.insert(tag, how);
                    }
                    Step::Take(limit) => {
                        let frames = set.take(limit);
                        prop_assert!(frames.len() <= limit);
                        for frame in frames {
                            broker.receive(frame);
                        }
                        for tag in &open {
                            prop_assert!(broker.unsettled.contains(tag), "an open tag was settled");
                        }
                    }
                }
                prop_assert_eq!(set.unsent(), asked.len() - broker.settled.len());
            }
            for frame in set.take(usize::MAX) {
                broker.receive(frame);
            }
            prop_assert_eq!(broker.settled, asked);
            prop_assert_eq!(broker.unsettled.len(), open.len());
            prop_assert_eq!(set.unsent(), 0);
        }
    }
}
