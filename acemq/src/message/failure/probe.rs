//! How a type of the user's is found in a chain of errors that has lost it.

use std::{error::Error, sync::Arc};

use super::{AceError, FailureKind};

/// Asks an error of any kind whether it is of one certain type, and what it says then.
///
/// A chain of sources holds `dyn Error`, and a downcast needs the type's name: so each type leaves a record of itself.
#[derive(Clone, Copy, Debug)]
pub struct ErrorProbe {
    ask: fn(&(dyn Error + 'static)) -> Option<FailureKind>,
    #[cfg(feature = "anyhow")]
    context: fn(&anyhow::Error) -> Option<super::chain::Spoken>,
}

impl ErrorProbe {
    /// The probe for a type, also where it is kept in a `Box` or an `Arc`.
    #[must_use]
    pub const fn of<E: AceError>() -> Self {
        Self {
            ask: ask::<E>,
            #[cfg(feature = "anyhow")]
            context: super::context::said_by_context::<E>,
        }
    }

    /// What the link says.
    pub(super) fn ask(self, link: &(dyn Error + 'static)) -> Option<FailureKind> {
        (self.ask)(link)
    }

    /// What a context of the type says.
    #[cfg(feature = "anyhow")]
    pub(super) fn context(self, error: &anyhow::Error) -> Option<super::chain::Spoken> {
        (self.context)(error)
    }
}

fn ask<E: AceError>(link: &(dyn Error + 'static)) -> Option<FailureKind> {
    found::<E>(link)?.failure_kind()
}

fn found<'a, E: AceError>(link: &'a (dyn Error + 'static)) -> Option<&'a E> {
    link.downcast_ref::<E>()
        .or_else(|| link.downcast_ref::<Box<E>>().map(Box::as_ref))
        .or_else(|| link.downcast_ref::<Arc<E>>().map(Arc::as_ref))
}
