//! What a handler may answer besides success and an error.

use std::time::Duration;

use super::Outcome;

/// A handler's answer about its message, when `Ok(())` and an error do not say enough.
///
/// ```
/// use acemq::Ack;
/// use std::time::Duration;
///
/// fn answer(stock: u32) -> Ack {
///     match stock {
///         0 => Ack::retry_after(Duration::from_secs(60), "sold out, the next truck comes"),
///         _ => Ack::accept(),
///     }
/// }
/// # assert_eq!(answer(1), Ack::accept());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "an answer that is not returned changes nothing"]
pub struct Ack(pub(crate) Outcome);

impl Ack {
    /// The message is done.
    pub fn accept() -> Self {
        Self(Outcome::Accept)
    }

    /// It failed: the next step of the ladder. Without a ladder its attempts are used up.
    pub fn retry(reason: impl Into<String>) -> Self {
        Self(Outcome::Retry { cause: reason.into() })
    }

    /// It failed: again after this wait, never earlier. Counts an attempt and needs no ladder.
    pub fn retry_after(wait: Duration, reason: impl Into<String>) -> Self {
        Self(Outcome::RetryAfter { wait, cause: reason.into() })
    }

    /// Given up on: the message goes to `{queue}.dlq` with this reason.
    pub fn dead_letter(reason: impl Into<String>) -> Self {
        Self(Outcome::DeadLetter { cause: reason.into() })
    }

    /// Set aside for a person: the message goes to `{queue}.parked` with this reason.
    pub fn park(reason: impl Into<String>) -> Self {
        Self(Outcome::Park { cause: reason.into() })
    }

    /// Back to the broker, uncounted. A handler that always releases loops: see the guarantees.
    pub fn release() -> Self {
        Self(Outcome::Release)
    }
}
