//! How a run ended, as a value and as the process's result.

use std::process::{ExitCode, Termination};

/// What a drain left behind.
///
/// As the result of `main` it is exit code 0 when every message that was begun had its ending, and 75 (`EX_TEMPFAIL`) when the
/// deadline passed before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "return it from `main`, so that the exit code tells an overrun"]
pub struct Drained {
    abandoned: Vec<Abandoned>,
}

/// Messages of one listener that had no ending by the deadline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Abandoned {
    pub(crate) listener: String,
    pub(crate) count: usize,
}

/// The exit code of a drain that overran its deadline, from `sysexits.h`: try again.
pub(crate) const OVERRAN: u8 = 75;

impl Drained {
    pub(crate) fn new(abandoned: Vec<Abandoned>) -> Self {
        Self { abandoned }
    }

    /// Whether every message whose handler had started had its ending: it was settled, and its copy, if it takes one, is on
    /// the broker.
    ///
    /// What waited for a retry and was handed to the broker, and what had not started and was returned, has had it. What a
    /// lost connection took away is not asked about: the broker has it already.
    pub fn is_clean(&self) -> bool {
        self.abandoned.is_empty()
    }

    /// How many messages were left at the deadline: their handlers were still running, or had ended too late for a copy, or
    /// the copy was on its way or held because it could not land, or a recoverer had not answered. They went back to the
    /// broker, uncounted, and come again at the attempt that they had; a copy that was on its way may be there as well.
    pub fn abandoned(&self) -> usize {
        self.abandoned.iter().map(|one| one.count).sum()
    }
}

impl Termination for Drained {
    fn report(self) -> ExitCode {
        if self.is_clean() {
            return ExitCode::SUCCESS;
        }
        for Abandoned { listener, count } in &self.abandoned {
            tracing::warn!(listener, count, "messages were left to the broker at the drain's deadline");
        }
        ExitCode::from(OVERRAN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clean_drain_is_success_and_an_overrun_is_not() {
        let overrun = Drained::new(vec![
            Abandoned { listener: "a".into(), count: 2 },
            Abandoned { listener: "b".into(), count: 1 },
        ]);
        assert_eq!(overrun.abandoned(), 3);
        assert!(!overrun.is_clean() && Drained::default().is_clean());
        let code = |drained: Drained| format!("{:?}", drained.report());
        assert_eq!(code(Drained::default()), format!("{:?}", ExitCode::SUCCESS));
        assert_eq!(code(overrun), format!("{:?}", ExitCode::from(75)));
    }
}
