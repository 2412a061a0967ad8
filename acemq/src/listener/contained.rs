//! A future of the application's as the pipeline holds it: it can be dropped at any time, whatever it holds.

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll},
};

use super::Answer;
use crate::broker::BoxFuture;

/// A handler's call.
pub(crate) type Call = Contained<'static, Answer>;

/// A future of the application's. Dropping it before its end runs no more of it, and a panic of what it holds stays in here:
/// a value whose clean-up fails must not take the listener with it.
pub(crate) struct Contained<'a, T> {
    future: Option<BoxFuture<'a, T>>,
    /// Whose it is, for the log.
    whose: &'static str,
}

impl<'a, T> Contained<'a, T> {
    /// A future that has not been polled.
    pub(crate) fn new(whose: &'static str, future: BoxFuture<'a, T>) -> Self {
        Self { future: Some(future), whose }
    }
}

impl<T> Future for Contained<'_, T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        match &mut self.future {
            Some(future) => future.as_mut().poll(context),
            None => Poll::Pending,
        }
    }
}

impl<T> Drop for Contained<'_, T> {
    fn drop(&mut self) {
        let future = self.future.take();
        if let Err(payload) = catch_unwind(AssertUnwindSafe(move || drop(future))) {
            tracing::error!("what a {} held panicked when it was dropped", self.whose);
            // The payload's own clean-up may panic as well; it is leaked rather than tried.
            std::mem::forget(payload);
        }
    }
}

impl<T> std::fmt::Debug for Contained<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contained").field("whose", &self.whose).finish_non_exhaustive()
    }
}
