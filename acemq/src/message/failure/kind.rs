//! What an error can ask for.

use std::time::Duration;

/// What an error says becomes of the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureKind {
    /// Trying again is pointless: to `{queue}.dlq` at once.
    Fatal,
    /// The next step of the ladder. Without a ladder the attempts are used up.
    Retryable,
    /// Again after this wait, never earlier. Counts an attempt and needs no ladder.
    RetryAfter(Duration),
    /// A person has to look at it: to `{queue}.parked`.
    Park,
}
