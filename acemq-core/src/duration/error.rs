//! Why a text is no duration.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use super::FORMS;

/// Why a text is no duration, where in the text, and what to write instead.
///
/// Its `Display` is one line: the fault, the way out and the forms that are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DurationError {
    range: Range<usize>,
    message: String,
    help: String,
}

impl DurationError {
    pub(super) fn new(
        range: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            range,
            message: message.into(),
            help: help.into(),
        }
    }

    /// The same fault in a longer text, of which the one that was read begins at byte `by`.
    pub(crate) fn moved(mut self, by: usize) -> Self {
        self.range = self.range.start + by..self.range.end + by;
        self
    }

    /// The bytes of the text that are at fault; both ends lie on character boundaries.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The fault: lower case, no full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The way out, with something that can be typed in.
    pub fn help(&self) -> &str {
        &self.help
    }
}

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (the forms are {FORMS})", self.message, self.help)
    }
}

impl Error for DurationError {}
