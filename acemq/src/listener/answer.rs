//! What a handler answered, before its error is read.

use crate::message::{ErrorProbe, Failure, Outcome};

/// What a handler answered. An error is kept as it came: which types can be recognised in it is known to the
/// application that runs the handler, and not to the handler's return type.
#[derive(Debug)]
pub enum Answer {
    /// It said what becomes of the message.
    Said(Outcome),
    /// It failed.
    Failed(Failure),
}

impl Answer {
    /// What was said; an error is read with these probes.
    pub(crate) fn outcome(self, probes: &[ErrorProbe]) -> Outcome {
        match self {
            Self::Said(outcome) => outcome,
            Self::Failed(failure) => failure.outcome(probes),
        }
    }
}
