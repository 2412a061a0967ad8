//! What a desk does when its link is lost, and until the link is back.

use std::collections::HashSet;

use tokio::{sync::watch, time::Instant};

use super::{
    Order,
    desk::Desk,
    drain_ordered,
    orphans::{Doing, Resting},
};
use crate::{broker::Link, pipeline::Key};

impl Desk {
    /// Nobody can settle what is in hand any more; the broker brings all of it again.
    pub(super) fn link_lost(&mut self) {
        self.orphans.epoch_lost();
        let mut twins: HashSet<Key> = self.backlog.iter().map(|ready| ready.job.identity().key()).collect();
        self.backlog.clear();
        for (run, facts) in self.running.facts() {
            let key = facts.identity.key();
            twins.insert(key.clone());
            self.orphans.is_away(Doing::Run(run), key);
        }
        for (number, identity) in self.moves.identities() {
            self.orphans.is_away(Doing::Move(number), identity.key());
        }
        for (until, waiting) in self.waits.take_all() {
            let key = waiting.job.identity().key();
            twins.insert(key.clone());
            self.rest(key, Resting::Waiting(waiting, until));
        }
        for moving in self.moves.take_held() {
            let key = moving.job.identity().key();
            twins.insert(key.clone());
            self.rest(key, Resting::Move(moving));
        }
        // Their acks were sent and have most likely arrived. Where an equal message was in hand as well, what comes again is
        // that one: it has to run, and rather once too often than not at all.
        self.forget_recent(self.context.clock.instant());
        for (_, landed) in std::mem::take(&mut self.recent) {
            if !twins.contains(&landed.key) {
                self.rest(landed.key.clone(), Resting::Landed(landed));
            }
        }
    }

    /// Waits without a subscription until that moment, or until the connection is back, taking in what still ends meanwhile. Ends early with the
    /// deadline of a drain.
    pub(super) async fn rest_until(
        &mut self,
        until: Instant,
        orders: &mut watch::Receiver<Order>,
    ) -> Option<Instant> {
        // Stops at `until`, and not before the copies under way have ended: their originals come again with the next
        // subscription, and must find out what their copies came to.
        let mut over = false;
        let mut link = self.link.clone();
        let is_down = |link: &Link| matches!(link, Link::Down(_));
        // A connection that comes back ends the pause: after a long outage the next try may be half a minute away.
        let was_down = is_down(&link.borrow());
        loop {
            if over && self.moves.under_way() == 0 {
                return None;
            }
            tokio::select! {
                biased;
                deadline = drain_ordered(orders) => return Some(deadline),
                worked = self.running.next() => self.ended(worked),
                ended = self.moves.next() => self.carried(ended),
                () = tokio::time::sleep_until(until), if !over => over = true,
                _ = link.wait_for(|link| !is_down(link)), if was_down && !over => over = true,
            }
        }
    }
}
