//! What is on its way after a verdict: messages that wait here, and copies that are to be published.

use std::{fmt, time::Duration};

use acemq_core::duration;

use super::{decide::Target, job::Job};
use crate::telemetry::Consumed;

/// A message that waits in this process for its copy to be published to its own queue.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) job: Job,
    /// How long it waits here.
    pub(crate) wait: Duration,
    /// How long it waits when it is handed to the broker: the ladder's wait, without jitter.
    pub(super) whole: Duration,
    pub(super) attempt: u32,
    /// As in [`Move`].
    pub(super) reason: Option<String>,
    pub(super) counted: Consumed,
}

/// A copy on its way, with the duty to settle the original.
#[derive(Debug)]
pub(crate) struct Move {
    pub(crate) job: Job,
    pub(super) to: Destination,
    pub(super) attempt: u32,
    /// The text for `x-acemq-error`; a retry leaves it as it was.
    pub(super) reason: Option<String>,
    pub(super) counted: Consumed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// The listener's own queue.
    Queue,
    /// A retry queue.
    Rung { wait: Duration, if_missing: IfMissing },
    /// `.dlq` or `.parked`.
    SetAside(Target),
    /// An exchange of the application's; empty is the default one.
    Exchange { exchange: String, routing_key: String },
    /// Nobody knows yet: the listener's recoverer is asked first.
    Recoverer,
    /// None: the recoverer has dealt with it.
    Done,
    /// None: the broker has it, or drops it.
    Reject,
}

impl Destination {
    /// Whether getting there is a publish. A recoverer may be asked before that is known.
    pub(super) fn takes_a_copy(&self) -> bool {
        match self {
            Self::Queue | Self::Rung { .. } | Self::SetAside(_) | Self::Exchange { .. } => true,
            Self::Recoverer | Self::Done | Self::Reject => false,
        }
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Queue => f.write_str("the listener's queue"),
            Self::Rung { wait, .. } => write!(f, "the retry queue of {}", duration::format(*wait)),
            Self::SetAside(Target::DeadLetter) => f.write_str("the dead-letter queue"),
            Self::SetAside(Target::Parked) => f.write_str("the parked queue"),
            Self::Exchange { exchange, routing_key } => {
                write!(f, "exchange `{exchange}` with routing key `{routing_key}`")
            }
            Self::Recoverer => f.write_str("the recoverer"),
            Self::Done => f.write_str("nowhere"),
            Self::Reject => f.write_str("the queue's own dead-letter exchange, if it has one"),
        }
    }
}

/// What is done when a rung is not there and cannot be declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IfMissing {
    /// The message waits in this process instead.
    WaitHere,
    /// The message goes back to the broker: its wait was handed over because it could not stay here.
    Return,
}

impl Move {
    /// Whether this returns a message to its queue as it came.
    pub(crate) fn is_return(&self) -> bool {
        self.counted == Consumed::Released
    }
}

impl Waiting {
    /// The wait is over: the copy goes to the listener's own queue.
    pub(crate) fn move_on(self) -> Move {
        let Self { job, attempt, reason, counted, .. } = self;
        Move { job, to: Destination::Queue, attempt, reason, counted }
    }

    /// A drain begins: the broker gets the whole wait, and the message itself where the broker refuses.
    pub(crate) fn hand_over(self) -> Move {
        self.on_rung(IfMissing::Return)
    }

    /// Half of the window waits already: the broker gets the whole wait.
    pub(crate) fn spill(self) -> Move {
        self.on_rung(IfMissing::WaitHere)
    }

    fn on_rung(self, if_missing: IfMissing) -> Move {
        let Self { job, whole, attempt, reason, counted, .. } = self;
        let to = Destination::Rung { wait: whole, if_missing };
        Move { job, to, attempt, reason, counted }
    }
}
