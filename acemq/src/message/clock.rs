//! The one clock: wall time that moves with tokio's, so that a paused test also moves ages.

use std::time::{Duration, SystemTime};

use tokio::time::Instant;

/// Wall time anchored on tokio's monotonic clock.
///
/// A copy of a clock tells the same time. Decisions never read it themselves: they are given `now`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    wall: SystemTime,
    instant: Instant,
}

impl Clock {
    /// Anchors the clock at the present moment.
    #[allow(
        clippy::disallowed_methods,
        reason = "the one place that reads the clocks; all others are given a Clock"
    )]
    pub(crate) fn start() -> Self {
        Self { wall: SystemTime::now(), instant: Instant::now() }
    }

    /// The present wall time.
    pub(crate) fn now(&self) -> SystemTime {
        self.wall + self.instant.elapsed()
    }

    /// The present moment on the monotonic clock.
    pub(crate) fn instant(&self) -> Instant {
        self.instant + self.instant.elapsed()
    }
}

/// Milliseconds since 1970; a time before that is 0.
pub(crate) fn epoch_millis(time: SystemTime) -> i64 {
    time.duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// The time that so many milliseconds since 1970 name, `None` when it is before that or out of range.
pub(crate) fn from_epoch_millis(millis: i64) -> Option<SystemTime> {
    let millis = u64::try_from(millis).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_millis(millis))
}
