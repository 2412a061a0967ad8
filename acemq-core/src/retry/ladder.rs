//! What follows from a policy for the whole listener: all its waits, and the rungs that it needs.

use std::time::Duration;

use super::arithmetic::{MAX_WAIT_MILLIS, cut};
use super::policy::RetryPolicy;

/// The longest wait of any ladder: 2^32 - 1 ms, some 49 days, above which a broker refuses an `x-message-ttl`.
///
/// A longer one cannot be written, and a ladder without a cap grows up to here.
pub const MAX_WAIT: Duration = Duration::from_millis(MAX_WAIT_MILLIS);

impl RetryPolicy {
    /// Every wait before jitter, in order: one fewer than attempts, since nothing follows the last.
    pub fn schedule(&self) -> Vec<Duration> {
        // Not by way of `wait`, which begins at the first for every entry.
        let waits = std::iter::successors(Some(self.first_wait()), |millis| {
            Some(self.next_wait(*millis))
        });
        let count = usize::try_from(self.attempts - 1).unwrap_or(usize::MAX);
        waits.take(count).map(cut).collect()
    }

    /// The waits that are spent in the broker, each once, in the order of the ladder: a rung has to exist for each.
    pub fn broker_rungs(&self) -> Vec<Duration> {
        let mut rungs = self.schedule();
        rungs.retain(|wait| self.waits_in_broker(*wait));
        // Waits never fall, so equal ones are neighbours; and since only equal milliseconds give one name, they are all that
        // would give one rung twice.
        rungs.dedup();
        rungs
    }

    /// The rung for a wait out of those that exist, in any order: the exact one, else the next longer, else the longest.
    ///
    /// `None` only if there are no rungs.
    pub fn rung_for(wait: Duration, rungs: &[Duration]) -> Option<Duration> {
        let at_least = rungs.iter().filter(|rung| **rung >= wait).min();
        at_least.or_else(|| rungs.iter().max()).copied()
    }
}
