//! A handler call between its arguments and its first poll.

use std::future::Future;

use super::{Answer, Call};
use crate::extract::DecodeError;

/// A handler call that is ready to be polled: arguments are built, the idempotency key is taken.
pub struct Prepared {
    /// The call. It has not been polled; dropping it runs nothing.
    pub(crate) call: Call,
    /// The idempotency key when the attribute names its source; `None` is the envelope id.
    pub key: Option<String>,
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("key", &self.key).finish_non_exhaustive()
    }
}

/// Boxes the call, what it returns read by `answer`: the last line of every expansion.
///
/// `answer` is passed in so that a return type that is none is reported on the return type, and a future that
/// cannot move between threads on the call.
///
/// # Errors
///
/// None; the expansion returns what this returns.
#[allow(clippy::unnecessary_wraps, reason = "the expansion names neither `Ok` nor `Result`")]
pub fn prepared<F, R>(call: F, answer: fn(R) -> Answer) -> Result<Prepared, DecodeError>
where
    F: Future<Output = R> + Send + 'static,
    R: 'static,
{
    let call = Call::new(Box::pin(async move { answer(call.await) }));
    Ok(Prepared { call, key: None })
}
