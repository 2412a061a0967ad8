//! Where a listener stands in the source.

use std::{fmt, panic};

/// Where a listener stands in the source, for messages about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The file, as `file!()` gives it.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl Location {
    /// The place of the call.
    #[track_caller]
    pub(super) const fn caller() -> Self {
        let place = panic::Location::caller();
        Self { file: place.file(), line: place.line(), column: place.column() }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
