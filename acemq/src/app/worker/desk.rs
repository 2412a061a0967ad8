//! Everything that a listener has in hand, and what it does with each event. No waiting happens here.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use tokio::{sync::watch, time::Instant};

use super::{
    Limits,
    moves::{self, Moves},
    orphans::{Doing, Orphans, Resting},
    running::{Run, Running},
    waits::Waits,
};
use crate::{
    broker::{Link, Settled, Unsettled},
    pipeline::{
        Carried, Changes, Context, Job, Key, Landed, Ready, Step, Waiting, Worked, ack_original, finish,
        give_back,
    },
};

/// How long an ack that was sent may still be on its way to the broker.
const RECENT: Duration = Duration::from_secs(3);

/// Below this a wait is none.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);

/// Where a wait ends that the clock cannot tell the end of.
const FAR_OFF: Duration = Duration::from_hours(24 * 365);

/// How far a listener's life has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Working,
    /// A drain has begun: nothing new is started and nothing waits here.
    Draining,
    /// The drain's deadline has passed: no copy is begun either.
    Overran,
}

/// What a listener has in hand. It outlives subscriptions.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) context: Arc<Context>,
    pub(super) limits: Limits,
    /// Decoded and not started, in the queue's order.
    pub(super) backlog: VecDeque<Ready>,
    pub(super) running: Running,
    pub(super) waits: Waits,
    pub(super) moves: Moves,
    pub(super) orphans: Orphans,
    /// Copies that landed and whose acks were sent, for the last [`RECENT`].
    pub(super) recent: VecDeque<(Instant, Landed)>,
    pub(super) link: watch::Receiver<Link>,
    /// Hears when a handler that had to wait for a suspect, or a suspect that had to wait, may start.
    pub(super) gate: Changes,
    phase: Phase,
    /// Messages whose ending came too late for a copy, and that the broker has again.
    left: usize,
}

impl Desk {
    pub(super) fn new(context: Arc<Context>, limits: Limits) -> Self {
        let link = context.broker.link();
        let gate = context.gate.changes();
        Self {
            context,
            limits,
            backlog: VecDeque::new(),
            running: Running::default(),
            waits: Waits::default(),
            moves: Moves::default(),
            orphans: Orphans::default(),
            recent: VecDeque::new(),
            link,
            gate,
            phase: Phase::Working,
            left: 0,
        }
    }

    /// A handler ended.
    pub(super) fn ended(&mut self, ended: Option<(Run, Worked)>) {
        if let Some((run, mut worked)) = ended {
            if let Some(fresh) = self.orphans.returned(Doing::Run(run)) {
                worked.job.unsettled = fresh;
            }
            if worked.job.unsettled.is_live() {
                self.settle(worked);
            } else {
                self.rest(worked.job.identity().key(), Resting::Ended(Box::new(worked)));
            }
        }
        self.start_handlers();
    }

    pub(super) fn settle(&mut self, worked: Worked) {
        match finish(&self.context, worked) {
            Step::Settled => {}
            Step::Stale(landed) => self.rest(landed.key.clone(), Resting::Landed(landed)),
            Step::Wait(waiting) if self.phase == Phase::Overran => self.leave(&waiting.job),
            Step::Move(moving) if self.phase == Phase::Overran && !moving.is_return() => {
                self.leave(&moving.job);
            }
            Step::Wait(waiting) => self.wait(waiting),
            Step::Move(moving) => self.moves.start(&self.context, moving),
        }
    }

    /// There is no time left for a copy to land.
    fn leave(&mut self, job: &Job) {
        self.left += 1;
        tracing::warn!(
            listener = %self.context.id, message_id = %job.envelope.id, attempt = job.envelope.attempt,
            "ended after the drain's deadline, too late for a copy: its message goes back to the broker"
        );
    }

    /// Holds a wait here, or hands it to the broker when half of the window waits already (design, decision 2): at
    /// prefetch 1 every wait is the broker's.
    fn wait(&mut self, waiting: Box<Waiting>) {
        let room = usize::from(self.limits.prefetch / 2);
        if waiting.wait < SHORTEST_WAIT {
            // No rung holds nothing for no time.
            self.moves.start(&self.context, Box::new(waiting.move_on()));
        } else if self.is_draining() {
            self.moves.start(&self.context, Box::new(waiting.hand_over()));
        } else if self.waits.len() >= room || waiting.job.seat.is_some() {
            // A suspect's wait here would be a redelivery of it, should another message kill the process meanwhile.
            self.moves.start(&self.context, Box::new(waiting.spill()));
        } else {
            self.stay(waiting);
        }
    }

    /// There is no rung for a wait. It stays here, whatever the window: to return it would run the handler again at
    /// once, and for ever. Only a drain returns it.
    fn stay(&mut self, waiting: Box<Waiting>) {
        if self.is_draining() {
            return self.give_back(waiting.job);
        }
        let until = self.later(waiting.wait);
        self.waits.add(waiting, until);
    }

    /// Returns a message to its queue.
    pub(super) fn give_back(&mut self, job: Job) {
        if let Some(moving) = give_back(&self.context, job) {
            self.moves.start(&self.context, moving);
        }
    }

    /// That long from now, or as far from now as the clock can tell.
    fn later(&self, wait: Duration) -> Instant {
        let now = self.context.clock.instant();
        now.checked_add(wait).unwrap_or_else(|| now + FAR_OFF)
    }

    /// One try to carry a copy ended.
    pub(super) fn carried(&mut self, ended: moves::Ended) {
        let moves::Ended { number, mut carried, paused } = ended;
        if let Some(fresh) = self.orphans.returned(Doing::Move(number)) {
            carried = with_delivery(&self.context, carried, fresh);
        }
        match carried {
            Carried::Landed(landed) => self.landed(landed),
            Carried::Waits(waiting) | Carried::Postponed(waiting) if self.phase == Phase::Overran => {
                self.leave(&waiting.job);
            }
            Carried::Unbegun(moving) | Carried::Failed(moving, _) if self.phase == Phase::Overran => {
                self.leave(&moving.job);
            }
            Carried::Waits(waiting) if waiting.job.unsettled.is_live() => self.stay(waiting),
            Carried::Postponed(waiting) if waiting.job.unsettled.is_live() => self.wait(waiting),
            Carried::Waits(waiting) | Carried::Postponed(waiting) => {
                let until = self.later(waiting.wait);
                self.rest(waiting.job.identity().key(), Resting::Waiting(waiting, until));
            }
            Carried::Failed(moving, error) if moving.job.unsettled.is_live() => {
                self.moves.hold(&self.context, (moving, error), paused);
            }
            Carried::Unbegun(moving) | Carried::Failed(moving, _) => {
                self.rest(moving.job.identity().key(), Resting::Move(moving));
            }
            Carried::Returned | Carried::Rejected => {}
        }
        self.start_handlers();
    }

    /// An ack that was sent just before the link was lost may not have arrived: for a while a landed copy is
    /// remembered even then.
    fn landed(&mut self, landed: Landed) {
        let now = self.context.clock.instant();
        if !landed.speaks_for_original() {
            return;
        }
        if landed.settled == Settled::Stale {
            return self.rest(landed.key.clone(), Resting::Landed(landed));
        }
        self.forget_recent(now);
        self.recent.push_back((now, landed));
    }

    pub(super) fn forget_recent(&mut self, now: Instant) {
        while self.recent.front().is_some_and(|(when, _)| now.duration_since(*when) > RECENT) {
            self.recent.pop_front();
        }
    }

    pub(super) fn rest(&mut self, key: Key, mut resting: Resting) {
        // It is not in hand any more, and has been counted: another suspect may be.
        resting.leave_seat();
        self.orphans.rests(key, resting, self.context.clock.instant());
    }

    /// The next moment at which something here is due.
    pub(super) fn next_due(&self) -> Option<Instant> {
        [self.waits.next_due(), self.moves.next_due(), self.orphans.next_due()].into_iter().flatten().min()
    }

    /// Moves on what is due.
    pub(super) fn due(&mut self) {
        let now = self.context.clock.instant();
        while let Some(waiting) = self.waits.take_due(now) {
            self.moves.start(&self.context, Box::new(waiting.move_on()));
        }
        self.moves.start_due(&self.context);
        self.orphans.forget(now);
    }

    /// A drain begins: nothing new starts, and what waits here is handed to the broker.
    pub(super) fn begin_drain(&mut self) {
        self.phase = Phase::Draining;
        for (_, waiting) in self.waits.take_all() {
            self.moves.start(&self.context, Box::new(waiting.hand_over()));
        }
    }

    /// The drain's deadline has passed: what still ends is settled, unless that takes a copy.
    pub(super) fn overrun(&mut self) {
        self.phase = Phase::Overran;
        self.moves.begin_no_more();
    }

    /// How many messages have an ending that was not carried out: none is begun for them any more.
    pub(super) fn unfinished(&self) -> usize {
        self.left + self.moves.unfinished()
    }

    pub(super) fn is_draining(&self) -> bool {
        match self.phase {
            Phase::Working => false,
            Phase::Draining | Phase::Overran => true,
        }
    }
}

/// The original came again while its copy was under way: from now on that delivery is the one to settle.
fn with_delivery(context: &Context, carried: Carried, fresh: Unsettled) -> Carried {
    match carried {
        Carried::Landed(mut landed) => {
            ack_original(context, &mut landed, fresh);
            Carried::Landed(landed)
        }
        Carried::Waits(mut waiting) => {
            waiting.job.unsettled = fresh;
            Carried::Waits(waiting)
        }
        Carried::Postponed(mut waiting) => {
            waiting.job.unsettled = fresh;
            Carried::Postponed(waiting)
        }
        Carried::Unbegun(mut moving) => {
            moving.job.unsettled = fresh;
            Carried::Unbegun(moving)
        }
        Carried::Failed(mut moving, error) => {
            moving.job.unsettled = fresh;
            Carried::Failed(moving, error)
        }
        Carried::Returned => {
            // Without a rung the message goes back; the lost delivery did, and so does this one.
            let settled = fresh.requeue();
            tracing::debug!(?settled, "back to the broker");
            Carried::Returned
        }
        Carried::Rejected => {
            let settled = fresh.reject();
            tracing::debug!(?settled, "rejected");
            Carried::Rejected
        }
    }
}
