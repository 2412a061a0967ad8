//! A handler call between its arguments and its first poll.

use std::future::{Future, pending};

use super::{Answer, Call};
use crate::{
    broker::BoxFuture,
    extract::{ArgumentList, DecodeError, HasPayload, NoPayload, Unknowable},
};

/// A handler call that is ready to be polled: arguments are built, the idempotency key is taken.
pub struct Prepared {
    /// The call. It has not been polled; dropping it runs nothing.
    pub(crate) call: Call,
    /// The idempotency key when a function of the payload gives it.
    pub key: Option<String>,
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("key", &self.key).finish_non_exhaustive()
    }
}

/// Holds for a call that can move between threads, whoever has the payload; and for any call when an argument is none,
/// since nothing else is wrong because of it.
pub trait Runs<F: Future> {
    /// The call as the pipeline holds it, what it returns read by `answer`.
    fn boxed(call: F, answer: fn(F::Output) -> Answer) -> BoxFuture<'static, Answer>;
}

/// Arguments that are all known.
pub trait Known {}

impl Known for NoPayload {}
impl<T> Known for HasPayload<T> {}

impl<P, F> Runs<F> for P
where
    P: Known,
    F: Future + Send + 'static,
    F::Output: 'static,
{
    fn boxed(call: F, answer: fn(F::Output) -> Answer) -> BoxFuture<'static, Answer> {
        Box::pin(async move { answer(call.await) })
    }
}

impl<F: Future> Runs<F> for Unknowable {
    fn boxed(_: F, _: fn(F::Output) -> Answer) -> BoxFuture<'static, Answer> {
        Box::pin(pending())
    }
}

/// The call, what it returns read by `answer`: the last line of every expansion.
///
/// `answer` is passed in so that a return type that is none is reported on the return type, and a future that cannot move
/// between threads on the call.
///
/// # Errors
///
/// None; the expansion returns what this returns.
#[allow(clippy::unnecessary_wraps, reason = "the expansion names neither `Ok` nor `Result`")]
pub fn prepared<P, F>(
    _: ArgumentList<'_, P>,
    call: F,
    answer: fn(F::Output) -> Answer,
) -> Result<Prepared, DecodeError>
where
    F: Future,
    P: Runs<F>,
{
    Ok(Prepared { call: Call::new("handler's call", P::boxed(call, answer)), key: None })
}

/// As [`prepared`], with the key: the last line of an expansion whose attribute names a function for it.
///
/// # Errors
///
/// None; the expansion returns what this returns.
pub fn prepared_with_key<P, F>(
    arguments: ArgumentList<'_, P>,
    key: String,
    call: F,
    answer: fn(F::Output) -> Answer,
) -> Result<Prepared, DecodeError>
where
    F: Future,
    P: Runs<F>,
{
    let prepared = prepared(arguments, call, answer)?;
    Ok(Prepared { key: Some(key), ..prepared })
}
