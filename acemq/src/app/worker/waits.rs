//! Messages that wait in this process, by the moment at which they are due.

use std::collections::BTreeMap;

use tokio::time::Instant;

use crate::pipeline::Waiting;

/// Waits in the order in which they end; equal moments in the order in which they began.
#[derive(Debug, Default)]
pub(super) struct Waits {
    due: BTreeMap<(Instant, u64), Box<Waiting>>,
    begun: u64,
}

impl Waits {
    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.due.len()
    }

    /// Adds one that ends at that moment.
    pub(super) fn add(&mut self, waiting: Box<Waiting>, until: Instant) {
        self.begun += 1;
        self.due.insert((until, self.begun), waiting);
    }

    /// When the next one ends.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.due.keys().next().map(|(until, _)| *until)
    }

    /// Takes one that has ended by now.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<Box<Waiting>> {
        let first = self.due.first_entry()?;
        (first.key().0 <= now).then(|| first.remove())
    }

    /// Takes all, each with the moment at which it would have ended.
    pub(super) fn take_all(&mut self) -> impl Iterator<Item = (Instant, Box<Waiting>)> + use<> {
        std::mem::take(&mut self.due).into_iter().map(|((until, _), waiting)| (until, waiting))
    }
}
