//! What a desk does with a delivery, until its handler starts.

use super::{
    desk::Desk,
    orphans::{Adoption, Resting},
};
use crate::{
    broker::{Arrival, Link, Unsettled},
    pipeline::{Decoded, Ending, Ready, Suspicion, Worked, ack_original, decode, open, put_back},
};

impl Desk {
    /// A delivery arrives: decoded at once, so that what cannot be decoded is parked without a handler slot. What came back
    /// too often is not even decoded.
    pub(super) fn arrive(&mut self, arrival: Arrival) {
        let redelivered = arrival.delivery.redelivered;
        let mut job = open(&self.context, arrival);
        if redelivered && !self.orphans.is_empty() {
            match self.orphans.adopt(job, self.context.clock.instant()) {
                Adoption::Stranger(stranger) => job = *stranger,
                Adoption::Joined => return,
                Adoption::Continues(resting, unsettled) => return self.continue_with(*resting, unsettled),
            }
        }
        match self.context.suspicion(&job.delivery) {
            Suspicion::Certain(times) => return self.settle(Worked { job, ending: Ending::CameBack(times) }),
            Suspicion::Suspect => match self.context.gate.seat() {
                Some(seat) => job.seat = Some(seat),
                // One is in hand already: of two, one would be counted for what the other does.
                None => return self.moves.start(&self.context, put_back(job)),
            },
            Suspicion::None => {}
        }
        let Decoded { job, prepared, cancel } = decode(&self.context, job);
        match prepared {
            Ok(prepared) => self.backlog.push_back(Ready { job, prepared, cancel }),
            Err(cause) => self.settle(Worked { job, ending: Ending::Undecodable(cause) }),
        }
        self.start_handlers();
    }

    fn continue_with(&mut self, resting: Resting, unsettled: Unsettled) {
        match resting {
            Resting::Landed(mut landed) => ack_original(&self.context, &mut landed, unsettled),
            Resting::Ended(mut worked) => {
                worked.job.unsettled = unsettled;
                self.settle(*worked);
            }
            Resting::Waiting(mut waiting, until) => {
                waiting.job.unsettled = unsettled;
                if self.is_draining() {
                    self.moves.start(&self.context, Box::new(waiting.hand_over()));
                } else {
                    self.waits.add(waiting, until);
                }
            }
            Resting::Move(mut moving) => {
                moving.job.unsettled = unsettled;
                self.moves.start(&self.context, moving);
            }
        }
    }

    /// Starts handlers while there is room for them.
    pub(super) fn start_handlers(&mut self) {
        while self.running.len() < usize::from(self.limits.concurrency) {
            let Some(next) = self.backlog.front() else { return };
            if !next.job.unsettled.is_live() {
                // The link is lost, and word of it on its way: what would run now comes again.
                return;
            }
            if !self.may_start() {
                if let Some(seat) = &next.job.seat {
                    seat.stand_back();
                }
                return;
            }
            let Some(pass) = self.context.gate.enter(next.job.seat.as_ref()) else { return };
            let Some(ready) = self.backlog.pop_front() else { return };
            self.running.start(&self.context, ready, pass);
        }
    }

    /// A copy that cannot land holds everything up: more of the same would end the same way, and a nack in a loop
    /// raises the delivery count of innocents.
    fn may_start(&self) -> bool {
        let blocked = || matches!(*self.link.borrow(), Link::Blocked(_));
        !self.is_draining() && !self.moves.has_failing() && (self.moves.under_way() == 0 || !blocked())
    }
}
