//! Errors that say what becomes of the message, and how an error of any kind is read.

mod ace_error;
mod chain;
mod failure;
mod kind;
mod kinds;
mod marker;
mod probe;
mod result;

pub use self::{
    ace_error::{AceError, RetryWait},
    failure::Failure,
    kind::FailureKind,
    kinds::{Fatal, Park, RetryAfter, Retryable},
    probe::ErrorProbe,
    result::ResultExt,
};

/// Any error, as the standard library boxes it.
pub type BoxError = Box<dyn std::error::Error + Send + Sync + 'static>;
