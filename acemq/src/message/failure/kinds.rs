//! The four errors.

use std::{error::Error, fmt, time::Duration};

use super::{AceError, BoxError, FailureKind, marker::Marker};

/// Trying again is pointless: the message goes to `{queue}.dlq` at once.
///
/// It is found wherever it is wrapped: boxed, in a variant with `#[from]` or `#[error(transparent)]`, under `anyhow`'s
/// context; with the feature `anyhow`, as the context itself. Of several kinds in one chain the outermost wins.
///
/// ```
/// use acemq::Fatal;
///
/// fn check(amount: i64) -> Result<(), Fatal> {
///     if amount < 0 { Err(Fatal::new("a payment cannot be negative")) } else { Ok(()) }
/// }
/// # assert!(check(-1).is_err());
/// ```
#[derive(Debug)]
pub struct Fatal(Marker);

/// Trying again may help: the next step of the ladder. What an error that is not marked means too; this one overrides
/// a mark further down the chain.
#[derive(Debug)]
pub struct Retryable(Marker);

/// Trying again may help, but not before this wait has passed. Counts an attempt and needs no ladder.
#[derive(Debug)]
pub struct RetryAfter(Marker);

/// A person has to look at it: the message goes to `{queue}.parked`.
#[derive(Debug)]
pub struct Park(Marker);

impl Fatal {
    /// A fatal error: the reason is a text, or an error that is wrapped with its own sources.
    pub fn new(reason: impl Into<BoxError>) -> Self {
        Self(Marker { kind: FailureKind::Fatal, reason: reason.into() })
    }
}

impl Retryable {
    /// A retryable error: the reason is a text, or an error that is wrapped with its own sources.
    pub fn new(reason: impl Into<BoxError>) -> Self {
        Self(Marker { kind: FailureKind::Retryable, reason: reason.into() })
    }
}

impl RetryAfter {
    /// An error that is tried again after this wait, never earlier: the reason is a text, or an error that is wrapped
    /// with its own sources.
    pub fn new(wait: Duration, reason: impl Into<BoxError>) -> Self {
        Self(Marker { kind: FailureKind::RetryAfter(wait), reason: reason.into() })
    }
}

impl Park {
    /// An error that parks: the reason is a text, or an error that is wrapped with its own sources.
    pub fn new(reason: impl Into<BoxError>) -> Self {
        Self(Marker { kind: FailureKind::Park, reason: reason.into() })
    }
}

macro_rules! impl_error {
    ($($kind:ident)*) => {$(
        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0.reason, f)
            }
        }

        impl Error for $kind {
            fn source(&self) -> Option<&(dyn Error + 'static)> {
                Some(&self.0)
            }
        }

        #[diagnostic::do_not_recommend]
        impl AceError for $kind {
            fn failure_kind(&self) -> Option<FailureKind> {
                Some(self.0.kind)
            }
        }
    )*};
}

impl_error!(Fatal Retryable RetryAfter Park);
