//! The policy itself, and how one is made in code.

use std::time::Duration;

use super::arithmetic::{MAX_WAIT_MILLIS, whole_millis};
use super::fault::RetryFault;
use super::options::BrokerWait;

/// The most attempts that a policy may have.
pub const MAX_ATTEMPTS: u32 = 10_000;

/// How often a message is tried, and how long it waits in between.
///
/// Made by parsing a text (see the [module](super)) or in code, where it may be a constant: a value that makes no sense then
/// stops the build. The `try_` forms are for values that are only known at run time. Durations are cut to whole
/// milliseconds.
///
/// # Examples
///
/// ```
/// use acemq_core::retry::RetryPolicy;
/// use std::time::Duration;
///
/// const POLICY: RetryPolicy =
///     RetryPolicy::exponential(5, Duration::from_secs(2), Duration::from_secs(30)).jitter(0.1);
/// assert_eq!(POLICY.to_string(), "exponential(5, 2s, 30s, jitter = 0.1)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetryPolicy {
    pub(super) kind: RetryKind,
    pub(super) attempts: u32,
    /// The first wait in milliseconds; 0 only for `none`.
    pub(super) initial: u64,
    /// The longest wait in milliseconds; 0 for no cap.
    pub(super) max: u64,
    pub(super) multiplier: Option<f64>,
    pub(super) jitter: Option<f64>,
    /// Zero when "no limit" was written.
    pub(super) give_up_after: Option<Duration>,
    pub(super) wait_in_broker_from: Option<BrokerWait>,
}

/// How the waits of a policy come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RetryKind {
    /// One attempt and no wait.
    None,
    /// The same wait every time.
    Fixed,
    /// Waits that grow.
    Exponential,
}

impl RetryPolicy {
    /// One attempt: a failure ends the message's journey.
    pub const fn none() -> Self {
        Self {
            kind: RetryKind::None,
            attempts: 1,
            initial: 0,
            max: 0,
            multiplier: None,
            jitter: None,
            give_up_after: None,
            wait_in_broker_from: None,
        }
    }

    /// `attempts` in all, the first delivery counted, with the same wait before each further one.
    ///
    /// # Panics
    ///
    /// If attempts are not 1 to 10,000, or the delay is not 1 ms to [`MAX_WAIT`](super::MAX_WAIT).
    pub const fn fixed(attempts: u32, delay: Duration) -> Self {
        or_panic(Self::try_fixed(attempts, delay))
    }

    /// As [`fixed`](Self::fixed), for values that are only known at run time.
    ///
    /// # Errors
    ///
    /// Where `fixed` panics.
    pub const fn try_fixed(attempts: u32, delay: Duration) -> Result<Self, RetryFault> {
        if attempts == 0 || attempts > MAX_ATTEMPTS {
            return Err(RetryFault::Attempts);
        }
        let initial = match wait_millis(delay) {
            Ok(millis) => millis,
            Err(fault) => return Err(fault),
        };
        Ok(Self {
            kind: RetryKind::Fixed,
            attempts,
            initial,
            ..Self::none()
        })
    }

    /// `attempts` in all, the first delivery counted, with waits that grow from `initial` up to `max`.
    ///
    /// A `max` of zero means no cap.
    ///
    /// # Panics
    ///
    /// If attempts are not 1 to 10,000, a wait is not 1 ms to [`MAX_WAIT`](super::MAX_WAIT), or `max` is shorter than
    /// `initial`.
    pub const fn exponential(attempts: u32, initial: Duration, max: Duration) -> Self {
        or_panic(Self::try_exponential(attempts, initial, max))
    }

    /// As [`exponential`](Self::exponential), for values that are only known at run time.
    ///
    /// # Errors
    ///
    /// Where `exponential` panics.
    pub const fn try_exponential(
        attempts: u32,
        initial: Duration,
        max: Duration,
    ) -> Result<Self, RetryFault> {
        let policy = match Self::try_fixed(attempts, initial) {
            Ok(policy) => policy,
            Err(fault) => return Err(fault),
        };
        let max = if max.is_zero() {
            0
        } else {
            match wait_millis(max) {
                Ok(millis) if millis < policy.initial => return Err(RetryFault::MaxBelowInitial),
                Ok(millis) => millis,
                Err(fault) => return Err(fault),
            }
        };
        Ok(Self {
            kind: RetryKind::Exponential,
            max,
            ..policy
        })
    }

    /// How the waits come about.
    pub const fn kind(&self) -> RetryKind {
        self.kind
    }

    /// Whether there is no ladder. One attempt written as `fixed(1, 1s)` is a ladder, if an empty one.
    pub const fn is_none(&self) -> bool {
        matches!(self.kind, RetryKind::None)
    }

    /// How often a message is tried, the first delivery counted; 1 to 10,000.
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// The first wait; zero for `none` only.
    pub const fn initial_delay(&self) -> Duration {
        Duration::from_millis(self.initial)
    }

    /// The longest wait of an exponential policy that has one.
    pub const fn max_delay(&self) -> Option<Duration> {
        if self.max == 0 {
            None
        } else {
            Some(Duration::from_millis(self.max))
        }
    }
}

/// The milliseconds of a wait that a ladder can have.
const fn wait_millis(wait: Duration) -> Result<u64, RetryFault> {
    match whole_millis(wait) {
        Some(0) => Err(RetryFault::WaitTooShort),
        Some(millis) if millis <= MAX_WAIT_MILLIS => Ok(millis),
        Some(_) | None => Err(RetryFault::WaitTooLong),
    }
}

/// Ends a builder that cannot return an error: in a constant this is a compile error.
#[allow(
    clippy::panic,
    reason = "the builders are for values that the programmer wrote; `try_` is for the others"
)]
pub(super) const fn or_panic(made: Result<RetryPolicy, RetryFault>) -> RetryPolicy {
    match made {
        Ok(policy) => policy,
        Err(fault) => panic!("{}", fault.message()),
    }
}
