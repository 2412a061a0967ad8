//! The grammar of a policy's text: shape, then arguments, then options, up to the first fault.

mod arguments;
mod arity;
mod key;
mod options;
mod shape;
mod source;

use std::str::FromStr;

use super::error::RetryError;
use super::policy::{RetryKind, RetryPolicy};
use source::Source;

/// Reads a policy; white space between the parts does not count.
///
/// # Errors
///
/// The first fault in the text; see [`RetryError`].
impl FromStr for RetryPolicy {
    type Err = RetryError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(&Source::new(text))
    }
}

fn read(source: &Source<'_>) -> Result<RetryPolicy, RetryError> {
    let shape = shape::read(source)?;
    match shape.kind {
        RetryKind::None => Ok(RetryPolicy::none()),
        RetryKind::Fixed | RetryKind::Exponential => {
            let (policy, options) = arguments::read(source, &shape)?;
            options::read(source, policy, options)
        }
    }
}
