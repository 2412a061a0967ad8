//! The trait of errors that classify themselves.

use std::{error::Error, sync::Arc, time::Duration};

use super::FailureKind;

/// An error that says what becomes of the message: `#[derive(AceError)]` writes the implementation and makes it known.
///
/// A handler's error is read from the outside in. The first link of its chain of sources that says something decides; an error
/// that says nothing lets the ones below it speak, and where nobody speaks the message is tried again.
///
/// An implementation by hand is made known with [`App::error_type`](crate::App::error_type).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what becomes of a message",
    label = "this type does not implement `acemq::AceError`",
    note = "put `#[derive(AceError)]` on `{Self}`, or mark what holds it as `fatal`, `retryable`, `park` or `retry_after`"
)]
pub trait AceError: Error + Send + Sync + 'static {
    /// What this error asks for; `None` when it has nothing to say and what caused it may.
    fn failure_kind(&self) -> Option<FailureKind>;
}

#[diagnostic::do_not_recommend]
impl<E: AceError> AceError for Box<E> {
    fn failure_kind(&self) -> Option<FailureKind> {
        E::failure_kind(self)
    }
}

#[diagnostic::do_not_recommend]
impl<E: AceError> AceError for Arc<E> {
    fn failure_kind(&self) -> Option<FailureKind> {
        E::failure_kind(self)
    }
}

/// What a field that `retry_after` names can be: a [`Duration`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no time to wait",
    label = "the field that `retry_after` names is a `std::time::Duration`",
    note = "write `std::time::Duration`, or the wait itself: `#[ace(retry_after = \"30s\")]`"
)]
pub trait RetryWait {
    /// The wait.
    fn wait(&self) -> Duration;
}

impl RetryWait for Duration {
    fn wait(&self) -> Duration {
        *self
    }
}
