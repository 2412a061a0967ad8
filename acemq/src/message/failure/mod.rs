//! Errors that say what becomes of the message, and how an error of any kind is read.

mod ace_error;
mod chain;
#[cfg(feature = "anyhow")]
mod context;
mod kind;
mod kinds;
mod marker;
mod probe;
mod result;
mod returned;

pub use self::{
    ace_error::{AceError, RetryWait},
    kind::FailureKind,
    kinds::{Fatal, Park, RetryAfter, Retryable},
    probe::ErrorProbe,
    result::ResultExt,
    returned::Failure,
};

/// Any error, as the standard library boxes it.
pub type BoxError = Box<dyn std::error::Error + Send + Sync + 'static>;
