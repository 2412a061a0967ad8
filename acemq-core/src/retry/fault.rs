//! What can be wrong with the values of a policy, whoever gives them.

use std::error::Error;
use std::fmt;

/// What is wrong with a value that was given to a [`RetryPolicy`](super::RetryPolicy).
///
/// The parser, the builders and a configuration all refuse the same things for the same reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RetryFault {
    /// Attempts are not within 1 and 10,000.
    Attempts,
    /// A wait is shorter than a millisecond.
    WaitTooShort,
    /// A wait is longer than [`MAX_WAIT`](super::MAX_WAIT).
    WaitTooLong,
    /// The longest wait is shorter than the first.
    MaxBelowInitial,
    /// The multiplier is below 1, or no number.
    Multiplier,
    /// A multiplier stands on a policy that is not exponential.
    MultiplierWithoutGrowth,
    /// The jitter is not within 0 and 1.
    Jitter,
    /// The age limit is shorter than a millisecond and not zero, or too long.
    GiveUpAfter,
    /// The threshold is shorter than a millisecond and not zero, or too long.
    WaitInBrokerFrom,
    /// An option stands on `none`.
    OptionOfNone,
}

impl RetryFault {
    /// The fault: lower case, no full stop.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Attempts => "attempts must be 1 to 10,000",
            Self::WaitTooShort => "a wait must be a millisecond or longer",
            Self::WaitTooLong => "a wait is longer than a broker can hold a message back",
            Self::MaxBelowInitial => "the longest wait is shorter than the first",
            Self::Multiplier => "a multiplier must be 1 or more",
            Self::MultiplierWithoutGrowth => "`multiplier` belongs to `exponential`",
            Self::Jitter => "jitter must be 0 to 1",
            Self::GiveUpAfter => {
                "`give_up_after` must be a millisecond or longer, and below 584 million years"
            }
            Self::WaitInBrokerFrom => {
                "`wait_in_broker_from` must be a millisecond or longer, and below 584 million years"
            }
            Self::OptionOfNone => "`none` takes no options",
        }
    }

    /// The way out, with something that can be typed into the text of a policy.
    pub const fn help(self) -> &'static str {
        match self {
            Self::Attempts => "they count the first delivery: write `3`, or `10000` at most",
            Self::WaitTooShort => {
                "the shortest wait is `1ms`; for no retry at all write `none` alone"
            }
            Self::WaitTooLong => "the longest wait is `49d17h2m47s295ms`",
            Self::MaxBelowInitial => "for no cap write `none`",
            Self::Multiplier => "waits that double have `2`, waits that stay the same `1`",
            Self::MultiplierWithoutGrowth => {
                "leave it out, or write `exponential(5, 2s, 30s, multiplier = 3)`"
            }
            Self::Jitter => "a wait that varies by a tenth has `0.1`, an exact one `none`",
            Self::GiveUpAfter => "write `10m`, or `none` for no limit",
            Self::WaitInBrokerFrom => "write `30s`, `always` or `never`",
            Self::OptionOfNone => "write `none` alone, or `fixed(3, 10s)`",
        }
    }
}

impl fmt::Display for RetryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl Error for RetryFault {}
