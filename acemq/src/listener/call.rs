//! A handler's call as the pipeline holds it: it can be dropped at any time, whatever it holds.

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll},
};

use super::Answer;
use crate::broker::BoxFuture;

/// A handler's call. Dropping it before its end runs no more of the handler, and a panic of what it holds stays in here:
/// an argument whose clean-up fails must not take the listener with it.
pub(crate) struct Call(Option<BoxFuture<'static, Answer>>);

impl Call {
    /// A call that has not been polled.
    pub(super) fn new(call: BoxFuture<'static, Answer>) -> Self {
        Self(Some(call))
    }
}

impl Future for Call {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answer> {
        match &mut self.0 {
            Some(call) => call.as_mut().poll(context),
            None => Poll::Pending,
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let call = self.0.take();
        if let Err(payload) = catch_unwind(AssertUnwindSafe(move || drop(call))) {
            tracing::error!("what a handler's call held panicked when it was dropped");
            // The payload's own clean-up may panic as well; it is leaked rather than tried.
            std::mem::forget(payload);
        }
    }
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Call")
    }
}
