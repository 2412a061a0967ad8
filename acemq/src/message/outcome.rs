//! What a handler said about a delivery, before anything is decided.

use std::time::Duration;

/// What the handler said. A panic and a timeout are a [`Retry`](Outcome::Retry) with that cause.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// It is done.
    Accept,
    /// It failed; try again later, on the ladder.
    Retry {
        /// Why.
        cause: String,
    },
    /// It failed; try again after exactly this wait, with or without a ladder.
    RetryAfter {
        /// How long at least.
        wait: Duration,
        /// Why.
        cause: String,
    },
    /// The handler gave it up.
    DeadLetter {
        /// Why.
        cause: String,
    },
    /// An error said that trying again is pointless.
    Fatal {
        /// Why.
        cause: String,
    },
    /// A person has to look at it.
    Park {
        /// Why.
        cause: String,
    },
    /// Back to the broker, uncounted.
    Release,
}
