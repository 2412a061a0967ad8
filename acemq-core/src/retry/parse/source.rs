//! The text that is being read, and what an error says about a part of it.

use std::ops::Range;

use super::{RetryKind, RetryPolicy};
use crate::retry::error::RetryError;
use crate::retry::fault::RetryFault;

/// The text, and whether a fault in it is worth looking for a way out.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    /// Off while a way out is tried, which ends the search after one step.
    looks_for_help: bool,
}

/// A part of the text without the space around it.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl<'a> Piece<'a> {
    /// The part of `whole` in this range, without the space around it.
    pub(super) fn trimmed(whole: &'a str, range: Range<usize>) -> Self {
        let part = &whole[range.clone()];
        let start = range.start + (part.len() - part.trim_start().len());
        Self {
            text: part.trim(),
            start,
        }
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.end()
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// The letters, dashes and underscores at its beginning.
    pub(super) fn word(&self) -> Self {
        let end = self.text.find(|character: char| {
            !character.is_alphanumeric() && !matches!(character, '-' | '_')
        });
        Self {
            text: &self.text[..end.unwrap_or(self.text.len())],
            start: self.start,
        }
    }
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            looks_for_help: true,
        }
    }

    /// An error about a part of the text.
    pub(super) fn error(
        &self,
        range: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> RetryError {
        RetryError::new(self.text, range, message, help)
    }

    /// An error about a part whose value makes no sense.
    pub(super) fn refused(&self, range: Range<usize>, fault: RetryFault) -> RetryError {
        self.error(range, fault.message(), fault.help())
    }

    /// A whole text that can be typed in: the candidate if it is a policy, else the example.
    pub(super) fn whole(&self, candidate: String, kind: RetryKind) -> String {
        let tried = Source {
            text: &candidate,
            looks_for_help: false,
        };
        if self.looks_for_help && super::read(&tried).is_ok() {
            return candidate;
        }
        sample(kind).to_owned()
    }

    /// The text with a part replaced.
    pub(super) fn replaced(&self, range: Range<usize>, with: &str) -> String {
        format!(
            "{}{with}{}",
            &self.text[..range.start],
            &self.text[range.end..]
        )
    }
}

/// A policy of this kind, for a help line.
pub(super) fn sample(kind: RetryKind) -> &'static str {
    match kind {
        RetryKind::None => "none",
        RetryKind::Fixed => "fixed(3, 10s)",
        RetryKind::Exponential => "exponential(5, 2s, 30s)",
    }
}

/// The kind's name.
pub(super) fn name(kind: RetryKind) -> &'static str {
    match kind {
        RetryKind::None => "none",
        RetryKind::Fixed => "fixed",
        RetryKind::Exponential => "exponential",
    }
}

/// What the policy would be if a builder took the value, with the error about its part of the text if it does not.
pub(super) fn accepted(
    source: &Source<'_>,
    range: Range<usize>,
    made: Result<RetryPolicy, RetryFault>,
) -> Result<RetryPolicy, RetryError> {
    made.map_err(|fault| source.refused(range, fault))
}
