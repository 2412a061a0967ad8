//! Pauses between attempts to subscribe again.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(30);
/// A lost link is tried again almost at once: most losses are a restart of one connection.
const SOON: Duration = Duration::from_millis(50);

/// 50 ms, then 0.5 s doubling to 30 s, each with jitter so that a fleet does not come back as one.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
}

impl Backoff {
    /// The link held: the next loss starts again.
    pub(super) fn reset(&mut self) {
        self.failures = 0;
    }

    /// The next pause; `random` is from 0 to 1 and moves it by up to a fifth.
    pub(super) fn next(&mut self, random: f64) -> Duration {
        let base = match self.failures {
            0 => SOON,
            n => FIRST.saturating_mul(1 << (n - 1).min(6)).min(LONGEST),
        };
        self.failures = self.failures.saturating_add(1);
        base.mul_f64(0.8 + 0.4 * random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_starts_soon_doubles_and_is_capped() {
        let mut backoff = Backoff::default();
        let pauses: Vec<u128> = (0..10).map(|_| backoff.next(0.5).as_millis()).collect();
        assert_eq!(pauses, [50, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
        backoff.reset();
        assert_eq!(backoff.next(0.5), SOON);
    }

    #[test]
    fn jitter_stays_within_a_fifth() {
        let millis = |random| Backoff { failures: 1 }.next(random).as_millis();
        assert_eq!((millis(0.0), millis(1.0)), (400, 600));
    }
}
