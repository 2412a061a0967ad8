//! An error as a handler returned it.

use super::{BoxError, ErrorProbe, chain};
use crate::message::Outcome;

/// An error that a handler returned, not yet read.
#[derive(Debug)]
pub struct Failure(Kept);

#[derive(Debug)]
enum Kept {
    Boxed(BoxError),
    /// Kept as it came: boxed, it would no longer tell what its contexts are.
    #[cfg(feature = "anyhow")]
    Anyhow(anyhow::Error),
}

impl Failure {
    /// Takes the error in.
    pub(crate) fn new<E: Into<BoxError> + 'static>(error: E) -> Self {
        #[cfg(feature = "anyhow")]
        let kept = super::context::unboxed(error).map_or_else(Kept::Boxed, Kept::Anyhow);
        #[cfg(not(feature = "anyhow"))]
        let kept = Kept::Boxed(error.into());
        Self(kept)
    }

    /// What the handler said by it.
    pub(crate) fn outcome(&self, probes: &[ErrorProbe]) -> Outcome {
        match &self.0 {
            Kept::Boxed(error) => chain::outcome_of(error.as_ref(), probes, None),
            #[cfg(feature = "anyhow")]
            Kept::Anyhow(error) => {
                chain::outcome_of(error.as_ref(), probes, super::context::outermost(error, probes))
            }
        }
    }
}
