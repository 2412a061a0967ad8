//! Dead letters: from a queue to its dead-letter exchange, until none is left.
//!
//! At most once unless the queue asks for more: what no queue takes is gone, as in RabbitMQ. At least once, a dead letter
//! that is not taken by *all* of its targets stays with its source and is tried again when something changes that may
//! help: a declaration, room in a full queue. RabbitMQ also tries again every three minutes, remembers which of several
//! targets took it, and counts such messages apart from the ready ones; the last holds here too.

use std::sync::Arc;

use tokio::time::Instant;

use super::machine::State;
use crate::memory::dead_letter::{Dead, is_cycle, letter};

impl State {
    /// Routes every dead letter, also those that die while it is done.
    pub(super) fn finish(&mut self, now: Instant) {
        if self.stuck_may_move {
            self.stuck_may_move = false;
            self.retry_stuck();
        }
        while let Some(dead) = self.dead.pop_front() {
            self.bury(dead, now);
            if self.stuck_may_move {
                self.stuck_may_move = false;
                self.retry_stuck();
            }
        }
    }

    /// Lines the stuck dead letters up once more. Those that still find no way come back as stuck.
    fn retry_stuck(&mut self) {
        for id in std::mem::take(&mut self.stuck) {
            if let Some(queue) = self.queues.get_mut(&id) {
                self.dead.extend(queue.stuck.drain(..));
            }
        }
    }

    fn bury(&mut self, dead: Dead, now: Instant) {
        let wall = self.wall(now);
        let Some(queue) = self.queues.get(&dead.queue) else { return };
        let Some(target) = &queue.settings.dead_letter else { return };
        let must_arrive = queue.settings.at_least_once;
        let message = letter(&dead, &queue.name, target, wall);
        let mut targets = std::mem::take(&mut self.targets);
        if self.route(&message, &mut targets).is_err() {
            targets.clear();
        }
        targets.retain(|target| {
            self.queues.get(target).is_some_and(|target| !is_cycle(&message, dead.reason, &target.name))
        });
        if must_arrive && (targets.is_empty() || targets.iter().any(|target| self.refuses(*target))) {
            self.stick(dead);
        } else {
            let message = Arc::new(message);
            for target in &targets {
                if !self.refuses(*target) {
                    self.enqueue(*target, Arc::clone(&message), now);
                }
            }
        }
        self.targets = targets;
    }

    fn stick(&mut self, dead: Dead) {
        self.stuck.insert(dead.queue);
        if let Some(queue) = self.queues.get_mut(&dead.queue) {
            queue.stuck.push_back(dead);
        }
    }
}
