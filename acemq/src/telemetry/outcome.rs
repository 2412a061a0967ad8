//! The outcomes that counters and spans name.

use tracing::Span;

use super::names::{SPAN_OUTCOME, SPAN_STATUS};

/// What was done with a delivery, which is not always what the handler wished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Consumed {
    /// Its work is done.
    Acked,
    /// It comes back, and an attempt is counted.
    Retried,
    /// The handler gave it up.
    Rejected,
    /// A fatal error or a used-up ladder gave it up.
    DeadLettered,
    /// It waits for a person.
    Parked,
    /// Its key is claimed elsewhere; it comes back uncounted.
    InProgress,
    /// Its work was done before.
    Duplicate,
    /// It went back to the broker, uncounted.
    Released,
}

impl Consumed {
    /// Every outcome, in the order of their declaration.
    pub(super) const ALL: [Self; 8] = [
        Self::Acked,
        Self::Retried,
        Self::Rejected,
        Self::DeadLettered,
        Self::Parked,
        Self::InProgress,
        Self::Duplicate,
        Self::Released,
    ];

    /// The contract's word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Acked => "acked",
            Self::Retried => "retried",
            Self::Rejected => "rejected",
            Self::DeadLettered => "dead_lettered",
            Self::Parked => "parked",
            Self::InProgress => "in_progress",
            Self::Duplicate => "duplicate",
            Self::Released => "released",
        }
    }

    /// Writes the outcome on the span of the attempt.
    pub(crate) fn record_on(self, span: &Span) {
        span.record(SPAN_OUTCOME, self.name());
        match self {
            Self::DeadLettered => fail(span),
            Self::Acked
            | Self::Retried
            | Self::Rejected
            | Self::Parked
            | Self::InProgress
            | Self::Duplicate
            | Self::Released => {}
        }
    }
}

/// What became of a publish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Published {
    /// The broker has it, and a queue took it.
    Confirmed,
    /// The broker has it, and no queue took it.
    Unroutable,
    /// It was not confirmed.
    Failed,
}

impl Published {
    /// Every outcome, in the order of their declaration.
    pub(super) const ALL: [Self; 3] = [Self::Confirmed, Self::Unroutable, Self::Failed];

    /// The contract's word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Unroutable => "unroutable",
            Self::Failed => "failed",
        }
    }

    /// Writes the outcome on the span of the publish.
    pub(crate) fn record_on(self, span: &Span) {
        span.record(SPAN_OUTCOME, self.name());
        match self {
            Self::Unroutable | Self::Failed => fail(span),
            Self::Confirmed => {}
        }
    }
}

fn fail(span: &Span) {
    span.record(SPAN_STATUS, "ERROR");
}
