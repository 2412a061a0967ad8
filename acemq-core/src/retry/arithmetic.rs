//! What follows from a policy for one wait or one message: the wire contract's retry arithmetic.
//!
//! Age and chance are arguments, so that a decision can be tested without a clock.

use std::time::Duration;

use super::options::{BrokerWait, DEFAULT_BROKER_WAIT, DEFAULT_JITTER, DEFAULT_MULTIPLIER};
use super::policy::{RetryKind, RetryPolicy};

/// The longest wait in milliseconds: 2^32 - 1, above which a broker refuses an `x-message-ttl`.
pub(super) const MAX_WAIT_MILLIS: u64 = 4_294_967_295;

impl RetryPolicy {
    /// The multiplier that holds: the written one, else 2 for an exponential policy; 1 for the others.
    pub const fn effective_multiplier(&self) -> f64 {
        match (self.kind, self.multiplier) {
            (RetryKind::Exponential, Some(multiplier)) => multiplier,
            (RetryKind::Exponential, None) => DEFAULT_MULTIPLIER,
            (RetryKind::None | RetryKind::Fixed, _) => 1.0,
        }
    }

    /// The jitter that holds: the written one, else 0.2 for an exponential policy; 0 for the others.
    pub const fn effective_jitter(&self) -> f64 {
        match (self.kind, self.jitter) {
            (_, Some(jitter)) => jitter,
            (RetryKind::Exponential, None) => DEFAULT_JITTER,
            (RetryKind::None | RetryKind::Fixed, None) => 0.0,
        }
    }

    /// The age from which on a failed message is not tried again, if there is one.
    pub const fn age_limit(&self) -> Option<Duration> {
        match self.give_up_after {
            Some(limit) if !limit.is_zero() => Some(limit),
            Some(_) | None => None,
        }
    }

    /// Which waits are spent in the broker: what is written, else those of 30 s and longer.
    ///
    /// A policy of `none` answers too: a handler may ask for a wait where there is no ladder.
    pub const fn broker_wait(&self) -> BrokerWait {
        match self.wait_in_broker_from {
            Some(wait) => wait,
            None => DEFAULT_BROKER_WAIT,
        }
    }

    /// The wait after failed attempt `attempt` (from 1; 0 is read as 1) before jitter, or `None` when attempts are used up.
    ///
    /// Each wait is the one before times the multiplier, no longer than the cap. The product is kept unrounded from step
    /// to step and cut to whole milliseconds in what is returned. No wait is longer than [`MAX_WAIT`](super::MAX_WAIT).
    pub const fn wait(&self, attempt: u32) -> Option<Duration> {
        if attempt >= self.attempts {
            return None;
        }
        let mut millis = self.first_wait();
        let mut step = 1;
        while step < attempt {
            let next = self.next_wait(millis);
            // Past the cap, or with a multiplier of 1, nothing changes any more.
            if next <= millis {
                break;
            }
            millis = next;
            step += 1;
        }
        Some(cut(millis))
    }

    /// The wait with chance applied: wait × (1 + (2 × random − 1) × jitter), cut to whole milliseconds, 1 ms at least.
    ///
    /// `random` is drawn evenly from 0 to 1; what lies outside counts as the nearer end. For waits in this process only: one
    /// in the broker must name a rung that exists.
    pub const fn jittered(&self, wait: Duration, random: f64) -> Duration {
        let jitter = self.effective_jitter();
        let millis = match whole_millis(wait) {
            Some(0) => 1,
            Some(millis) => millis,
            None => u64::MAX,
        };
        // Exactly, and not by way of a floating-point number that cannot hold every wait.
        if jitter <= 0.0 {
            return Duration::from_millis(millis);
        }
        let random = if random >= 0.0 { random.min(1.0) } else { 0.0 };
        let varied = as_float(millis) * (1.0 + (2.0 * random - 1.0) * jitter);
        cut(varied.max(1.0))
    }

    /// Whether a wait of this length is spent in the broker.
    ///
    /// One shorter than a millisecond never is: a time to live of zero would only send the message round.
    pub const fn waits_in_broker(&self, wait: Duration) -> bool {
        match self.broker_wait() {
            BrokerWait::Always => wait.as_millis() > 0,
            BrokerWait::Never => false,
            BrokerWait::From(threshold) => wait.as_nanos() >= threshold.as_nanos(),
        }
    }

    /// Whether a message of this age is not tried again; one whose age is the limit is too old.
    pub const fn is_too_old(&self, age: Duration) -> bool {
        match self.age_limit() {
            Some(limit) => age.as_nanos() >= limit.as_nanos(),
            None => false,
        }
    }

    /// Whether a message that failed at this attempt (from 1) and has this age is tried again.
    pub const fn retries(&self, attempt: u32, age: Duration) -> bool {
        attempt < self.attempts && !self.is_too_old(age)
    }

    /// The first wait in milliseconds.
    pub(super) const fn first_wait(&self) -> f64 {
        as_float(self.initial)
    }

    /// The wait after this one in milliseconds, both unrounded.
    pub(super) const fn next_wait(&self, millis: f64) -> f64 {
        let cap = if self.max == 0 {
            MAX_WAIT_MILLIS
        } else {
            self.max
        };
        // A product that overflows is infinite, and the cap makes it a wait again.
        (millis * self.effective_multiplier()).min(as_float(cap))
    }
}

/// The whole milliseconds of a duration, unless they are more than a `u64` holds.
#[allow(
    clippy::cast_possible_truncation,
    reason = "checked in the line before; `try_from` is not const"
)]
pub(super) const fn whole_millis(duration: Duration) -> Option<u64> {
    let millis = duration.as_millis();
    if millis > u64::MAX as u128 {
        return None;
    }
    Some(millis as u64)
}

/// The whole milliseconds of a wait that was calculated.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the contract cuts to whole milliseconds; a wait is positive and the cast saturates"
)]
pub(super) const fn cut(millis: f64) -> Duration {
    Duration::from_millis(millis as u64)
}

#[allow(
    clippy::cast_precision_loss,
    reason = "a ladder's waits are below 2^32 ms, and a longer one needs no exact jitter"
)]
const fn as_float(millis: u64) -> f64 {
    millis as f64
}
