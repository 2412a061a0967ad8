//! What is wrong with what a user wrote, and where it stands: plain data that configuration and listeners share.

use std::{fmt, sync::Arc};

/// Where a value was written: `acemq.toml:4`, `ACEMQ_LISTENER__PREFETCH`, `code`, or a place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Origin(Arc<str>);

impl Origin {
    /// An origin that prints as this text.
    pub(crate) fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// A value that the program set.
    pub(crate) fn code() -> Self {
        Self::new("code")
    }

    /// A line of a file, from 1.
    pub(crate) fn line(file: &str, line: usize) -> Self {
        Self::new(format!("{file}:{line}"))
    }

    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which setting it is, and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) origin: Origin,
    pub(crate) key: Box<str>,
}

impl Place {
    /// The setting `key`, as written at `origin`.
    pub(crate) fn new(origin: Origin, key: impl Into<Box<str>>) -> Self {
        Self { origin, key: key.into() }
    }

    /// A value that was written here.
    pub(crate) fn holding<T>(&self, value: T) -> Written<T> {
        Written { value, place: self.clone() }
    }
}

/// A value that remembers where it was written, so that what is wrong with it can be said there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Written<T> {
    pub(crate) value: T,
    pub(crate) place: Place,
}

impl<T> Written<T> {
    /// A value with its place.
    pub(crate) fn new(value: T, place: Place) -> Self {
        Self { value, place }
    }

    /// Another value at the same place.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Written<U> {
        Written { value: change(self.value), place: self.place }
    }
}

/// One thing that is wrong with what a user wrote: where, which setting, the fault, and what to write instead.
///
/// A fault never shows the value of a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    place: Place,
    message: String,
    help: String,
}

impl Fault {
    /// A fault of the setting `key` at `origin`. `help` may be empty.
    pub(crate) fn new(
        origin: Origin,
        key: impl Into<Box<str>>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self::at(&Place::new(origin, key), message, help)
    }

    /// A fault at a place that is known already.
    pub(crate) fn at(place: &Place, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { place: place.clone(), message: message.into(), help: help.into() }
    }

    /// Where it was written: `acemq.toml:4`, the name of an environment variable, `code`, or a place in the source.
    pub fn origin(&self) -> &str {
        self.place.origin.as_str()
    }

    /// The setting, such as `listener.prefetch`; empty when the fault is the file's as a whole.
    pub fn key(&self) -> &str {
        &self.place.key
    }

    /// The fault: lower case, no full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to write instead; empty when nothing can be said.
    pub fn help(&self) -> &str {
        &self.help
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.origin())?;
        if !self.key().is_empty() {
            write!(f, "`{}`: ", self.key())?;
        }
        f.write_str(&self.message)?;
        if !self.help.is_empty() {
            write!(f, "\nhelp: {}", self.help)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_says_where_which_what_and_the_way_out() {
        let fault =
            Fault::new(Origin::line("acemq.toml", 4), "listener.prefetch", "`0` is too small", "write `100`");
        assert_eq!(
            fault.to_string(),
            "acemq.toml:4: `listener.prefetch`: `0` is too small\nhelp: write `100`"
        );
        assert_eq!(Fault::new(Origin::code(), "", "no", "").to_string(), "code: no");
    }
}
