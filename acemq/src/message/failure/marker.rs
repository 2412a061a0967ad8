//! What makes an error of ours findable inside somebody else's.

use std::{error::Error, fmt};

use super::{BoxError, FailureKind};

/// The first `source()` of each of our errors.
///
/// A downcast of a boxed error finds [`Fatal`](super::Fatal) only when nothing is wrapped around it: `anyhow`,
/// `#[error(transparent)]` and `io::Error::other` all hide the type that they carry. What none of them hides is the
/// chain of sources, so the kind travels there.
#[derive(Debug)]
pub(super) struct Marker {
    pub(super) kind: FailureKind,
    /// The reason that was given. Its text is shown by the error that this is the source of; only what caused it follows.
    pub(super) reason: BoxError,
}

impl fmt::Display for Marker {
    /// Seen only by a reader of the chain who does not know of markers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            FailureKind::Fatal => f.write_str("marked as fatal"),
            FailureKind::Retryable => f.write_str("marked as retryable"),
            FailureKind::RetryAfter(wait) => write!(f, "marked as retryable after {wait:?}"),
            FailureKind::Park => f.write_str("marked to be parked"),
        }
    }
}

impl Error for Marker {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.reason.source()
    }
}
