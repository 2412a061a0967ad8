//! An error as a handler returned it.

use super::{BoxError, ErrorProbe, chain};
use crate::message::Outcome;

/// An error that a handler returned, not yet read.
#[derive(Debug)]
pub struct Failure(BoxError);

impl Failure {
    /// Takes the error in.
    pub(crate) fn new<E: Into<BoxError> + 'static>(error: E) -> Self {
        Self(error.into())
    }

    /// What the handler said by it.
    pub(crate) fn outcome(&self, probes: &[ErrorProbe]) -> Outcome {
        chain::outcome_of(self.0.as_ref(), probes)
    }
}
