//! Why a text is no duration.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use super::FORMS;
use crate::quote::quoted;

/// Why a text is no duration, where in the text, and what to write instead.
///
/// Its `Display` is one line: the fault, the way out and the forms that are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DurationError {
    range: Range<usize>,
    message: String,
    help: String,
    /// The form was right and the number was not: a caller with a limit of its own has a better way out.
    too_long: bool,
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
            too_long: false,
        }
    }

    /// The fault of a duration that does not fit, whatever its form.
    pub(super) fn too_long(text: &str) -> Self {
        let message = format!("{} is too long", quoted(text));
        Self {
            too_long: true,
            ..Self::new(0..text.len(), message, "write `213503982334d` or less")
        }
    }

    pub(crate) fn is_too_long(&self) -> bool {
        self.too_long
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

    /// The way out, with a whole duration that can be typed in, even where only a part is at fault.
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
