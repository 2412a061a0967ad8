//! Errors that say what becomes of the message, and how an error of any kind is read.

mod chain;
mod kinds;
mod marker;
mod result;

pub(crate) use self::chain::outcome_of;
pub use self::{
    kinds::{Fatal, Park, RetryAfter, Retryable},
    result::ResultExt,
};

/// Any error, as the standard library boxes it.
pub type BoxError = Box<dyn std::error::Error + Send + Sync + 'static>;
