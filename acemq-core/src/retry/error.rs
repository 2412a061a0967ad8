//! Why a text is no policy.

use std::error::Error;
use std::fmt;
use std::ops::Range;

/// Why a text is no policy, where in the text, and what to write instead.
///
/// Its `Display` draws the text with a caret under the part at fault:
///
/// ```text
/// `fixd` is not a retry policy
///   fixd(3, 10s)
///   ^^^^
/// help: write `fixed`
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetryError {
    text: String,
    range: Range<usize>,
    message: String,
    help: String,
}

impl RetryError {
    pub(super) fn new(
        text: &str,
        range: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            text: text.to_owned(),
            range,
            message: message.into(),
            help: help.into(),
        }
    }

    /// The bytes of the text that are at fault; both ends lie on character boundaries.
    ///
    /// Empty where something is missing.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The fault: lower case, no full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The way out, with something that can be typed in: a value for the part at fault, or a whole policy.
    pub fn help(&self) -> &str {
        &self.help
    }
}

impl fmt::Display for RetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = |range: Range<usize>| self.text[range].chars().count();
        let before = columns(0..self.range.start);
        let carets = columns(self.range.clone()).max(1);
        writeln!(f, "{}", self.message)?;
        // One column for each character, so that the carets stand below what they mean.
        let line: String = self
            .text
            .chars()
            .map(|character| {
                if character.is_control() {
                    ' '
                } else {
                    character
                }
            })
            .collect();
        writeln!(f, "  {line}")?;
        writeln!(f, "  {:before$}{}", "", "^".repeat(carets))?;
        write!(f, "help: {}", self.help)
    }
}

impl Error for RetryError {}
