//! The one error of the crate's surface: opaque, with a report that a person can act on.

use std::fmt;

use crate::{
    broker::{BrokerError, PublishError},
    fault::Fault,
    idempotency::StoreError,
};

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something did not work.
///
/// `Display` is the report, and so is `Debug`: a `main` that returns a [`Result`] prints the latter, and a person is to
/// read it. No password is in either.
pub struct Error(Box<Inner>);

enum Inner {
    Faults { kind: ErrorKind, faults: Vec<Fault> },
    Broker(BrokerError),
    Publish(PublishError),
    Other(String),
}

/// What kind of failure an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The configuration cannot be read or is wrong.
    Config,
    /// The application cannot start as it is put together; the configuration's faults are listed with the others.
    StartUp,
    /// The broker refused or was not reached.
    Broker,
    /// A message was not confirmed and routed; see [`Error::publish_error`].
    Publish,
    /// Anything else, in its own words.
    Other,
}

impl Error {
    /// The configuration is wrong in these ways.
    pub(crate) fn config(faults: Vec<Fault>) -> Self {
        Self(Box::new(Inner::Faults { kind: ErrorKind::Config, faults }))
    }

    /// Start-up is impossible for these reasons, the configuration's among them.
    pub(crate) fn startup(faults: Vec<Fault>) -> Self {
        Self(Box::new(Inner::Faults { kind: ErrorKind::StartUp, faults }))
    }

    /// The broker refused or was not reached.
    pub(crate) fn broker(error: BrokerError) -> Self {
        Self(Box::new(Inner::Broker(error)))
    }

    /// Anything else, in its own words.
    pub(crate) fn other(message: impl Into<String>) -> Self {
        Self(Box::new(Inner::Other(message.into())))
    }

    /// What kind of failure it is.
    pub fn kind(&self) -> ErrorKind {
        match &*self.0 {
            Inner::Faults { kind, .. } => *kind,
            Inner::Broker(_) => ErrorKind::Broker,
            Inner::Publish(_) => ErrorKind::Publish,
            Inner::Other(_) => ErrorKind::Other,
        }
    }

    /// Everything that is wrong with the configuration and the listeners; empty for the other kinds.
    pub fn faults(&self) -> &[Fault] {
        match &*self.0 {
            Inner::Faults { faults, .. } => faults,
            Inner::Broker(_) | Inner::Publish(_) | Inner::Other(_) => &[],
        }
    }

    /// Why a publish is not confirmed and routed, when that is what failed.
    pub fn publish_error(&self) -> Option<&PublishError> {
        match &*self.0 {
            Inner::Publish(error) => Some(error),
            Inner::Faults { .. } | Inner::Broker(_) | Inner::Other(_) => None,
        }
    }
}

impl From<PublishError> for Error {
    fn from(error: PublishError) -> Self {
        Self(Box::new(Inner::Publish(error)))
    }
}

impl From<BrokerError> for Error {
    fn from(error: BrokerError) -> Self {
        Self::broker(error)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::other(error.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Inner::Faults { kind, faults } => list(f, *kind, faults),
            Inner::Broker(error) => error.fmt(f),
            Inner::Publish(error) => error.fmt(f),
            Inner::Other(message) => f.write_str(message),
        }
    }
}

/// The report of a list of faults, each on lines of its own.
fn list(f: &mut fmt::Formatter<'_>, kind: ErrorKind, faults: &[Fault]) -> fmt::Result {
    let what = match kind {
        ErrorKind::Config => "the configuration is wrong",
        ErrorKind::StartUp | ErrorKind::Broker | ErrorKind::Publish | ErrorKind::Other => {
            "acemq cannot start"
        }
    };
    match faults.len() {
        1 => write!(f, "{what}")?,
        count => write!(f, "{what}, for {count} reasons")?,
    }
    for fault in faults {
        for (index, line) in fault.to_string().lines().enumerate() {
            let indent = if index == 0 { "  - " } else { "    " };
            write!(f, "\n{indent}{line}")?;
        }
    }
    Ok(())
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

// No `source`: the whole text is in the report, and a walk of the chain would say it twice.
impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{broker::BrokerErrorKind, fault::Origin};

    #[test]
    fn every_fault_is_listed_with_its_help_below_it() {
        let error = Error::startup(vec![
            Fault::new(Origin::line("acemq.toml", 4), "prefech", "unknown key", "write `prefetch`"),
            Fault::new(Origin::new("src/pay.rs:7:1"), "", "no state", ""),
        ]);
        let report = "acemq cannot start, for 2 reasons\n  - acemq.toml:4: `prefech`: unknown key\n    \
                      help: write `prefetch`\n  - src/pay.rs:7:1: no state";
        assert_eq!(error.to_string(), report);
        assert_eq!(format!("{error:?}"), report, "main prints Debug");
        assert_eq!((error.kind(), error.faults().len()), (ErrorKind::StartUp, 2));
    }

    #[test]
    fn each_kind_keeps_its_own_words() {
        let publish = PublishError::NoExchange { exchange: "x".into() };
        let error = Error::from(publish.clone());
        assert_eq!((error.kind(), error.publish_error()), (ErrorKind::Publish, Some(&publish)));
        assert_eq!(error.to_string(), publish.to_string());
        let error = Error::broker(BrokerError::new(BrokerErrorKind::Credentials, "refused"));
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::Broker, "refused".into()));
        let error = Error::other("out of threads");
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::Other, "out of threads".into()));
    }
}
