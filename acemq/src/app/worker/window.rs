//! How much a subscription lets in: one message until its head is known to be no suspect, then the whole window.
//!
//! The broker raises the count of everything that was let in when the process dies. Behind a suspect nothing is let in, so
//! that of all the messages of a queue only the one that runs is counted.

use std::{fmt, sync::Arc};

use tokio::time::{Instant, timeout_at};

use super::Limits;
use crate::broker::{Arrival, BoxFuture, BrokerError, Channel};

/// The window of one subscription.
pub(super) enum Window {
    /// One message, until one comes that is no suspect.
    Narrow,
    /// It is being widened.
    Widening(BoxFuture<'static, Result<Arrival, BrokerError>>),
    /// All of it.
    Wide,
}

impl Window {
    /// The window of a subscription that has just begun.
    pub(super) fn of(limits: Limits) -> Self {
        if limits.first_window < limits.prefetch { Self::Narrow } else { Self::Wide }
    }

    /// Whether the next message decides what follows it.
    pub(super) fn is_narrow(&self) -> bool {
        matches!(self, Self::Narrow)
    }

    /// Whether it is being widened: what follows the head is not read until then.
    pub(super) fn is_widening(&self) -> bool {
        matches!(self, Self::Widening(_))
    }

    /// Begins to let the rest in. The head is held meanwhile: it fills the narrow window, and must.
    pub(super) fn widen(&mut self, channel: &Arc<dyn Channel>, limits: Limits, head: Arrival) {
        let channel = Arc::clone(channel);
        *self = Self::Widening(Box::pin(async move { channel.widen(limits.prefetch).await.map(|()| head) }));
    }

    /// The head, when the rest is let in; pends while nothing is being widened.
    ///
    /// # Cancel safety
    ///
    /// Nothing is lost when the future is dropped.
    pub(super) async fn widened(&mut self) -> Result<Arrival, BrokerError> {
        let Self::Widening(widening) = self else { return std::future::pending().await };
        let head = widening.await;
        *self = Self::Wide;
        head
    }

    /// Waits until nothing is being widened, so that the subscription can be cancelled; answers the head that was held.
    pub(super) async fn at_rest(&mut self, deadline: Instant) -> Option<Arrival> {
        if !self.is_widening() {
            return None;
        }
        // What went wrong shows when the subscription is cancelled; the head goes back with its channel.
        timeout_at(deadline, self.widened()).await.ok()?.ok()
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Narrow => "Narrow",
            Self::Widening(_) => "Widening",
            Self::Wide => "Wide",
        })
    }
}
