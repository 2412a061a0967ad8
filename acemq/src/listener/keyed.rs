//! A handler call with the idempotency key that a function of the payload gave.

use std::future::Future;

use super::{Answer, Prepared, prepared};
use crate::extract::DecodeError;

/// As [`prepared`], with the key: the last line of an expansion whose attribute names a function for it.
///
/// # Errors
///
/// None; the expansion returns what this returns.
pub fn prepared_with_key<F, R>(key: String, call: F, answer: fn(R) -> Answer) -> Result<Prepared, DecodeError>
where
    F: Future<Output = R> + Send + 'static,
    R: 'static,
{
    let prepared = prepared(call, answer)?;
    Ok(Prepared { key: Some(key), ..prepared })
}
