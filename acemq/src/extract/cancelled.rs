//! How a handler hears that it is about to be cut off.

use std::sync::OnceLock;

use tokio::sync::watch;

use super::{DecodeError, FromDelivery, Incoming};

/// Why a handler is about to be cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CancelCause {
    /// A drain passed its deadline while the handler was running.
    DrainOverran,
}

/// Tells a handler that it is about to be cut off, so that it can end in its own way. Cheap to clone.
///
/// It fires when a drain passes its deadline (`acemq.listener.shutdown-timeout`, 30 s unless set) while the handler runs, and
/// at no other time: a drain lets a handler finish until then, and one that does never hears of it. The handler then has
/// half a second. What it answers by then is carried out, except for what would take a copy of the message: an error, a
/// retry, a dead letter and a parking leave the message to the broker, which delivers it again at the same attempt, and
/// count as abandoned. A handler that has not ended by then is cut off at its next await point, as is one that takes no `Cancelled`, at the
/// deadline.
///
/// ```
/// use acemq::prelude::*;
///
/// # async fn write(_: u32) {}
/// #[ace_listener(queue = "reports.new")]
/// async fn on_report(number: u32, cancelled: Cancelled) -> Ack {
///     tokio::select! {
///         () = write(number) => Ack::accept(),
///         _ = cancelled.wait() => Ack::release(), // somebody else writes it
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Cancelled(watch::Receiver<Option<CancelCause>>);

impl Cancelled {
    /// Waits until it fires; for ever, when the handler ends without that.
    ///
    /// # Cancel safety
    ///
    /// Nothing is lost when the future is dropped: another wait resolves all the same.
    pub async fn wait(&self) -> CancelCause {
        let mut cause = self.0.clone();
        // Ends with the first cause. Without a sender there will be none: the handler has ended, and this is its leftover.
        while let Ok(cause) = cause.wait_for(Option::is_some).await {
            if let Some(cause) = *cause {
                return cause;
            }
        }
        std::future::pending().await
    }

    /// Why it fired, if it did.
    pub fn cause(&self) -> Option<CancelCause> {
        *self.0.borrow()
    }

    /// Whether it fired.
    pub fn is_cancelled(&self) -> bool {
        self.cause().is_some()
    }
}

impl FromDelivery for Cancelled {
    fn from_delivery(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
        Ok(incoming.cancel.listen())
    }
}

/// Where an argument asks to be told. Nothing is made for a handler that does not ask.
#[derive(Debug, Default)]
pub(crate) struct CancelSlot(OnceLock<Cancel>);

impl CancelSlot {
    fn listen(&self) -> Cancelled {
        let Cancel(cause) = self.0.get_or_init(|| Cancel(watch::Sender::new(None)));
        Cancelled(cause.subscribe())
    }

    /// The other end, when an argument asked.
    pub(crate) fn into_cancel(self) -> Option<Cancel> {
        self.0.into_inner()
    }
}

/// The end that tells.
#[derive(Clone, Debug)]
pub(crate) struct Cancel(watch::Sender<Option<CancelCause>>);

impl Cancel {
    /// Tells the handler why it is about to be cut off.
    pub(crate) fn fire(&self, cause: CancelCause) {
        self.0.send_replace(Some(cause));
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn nothing_is_made_for_a_handler_that_does_not_ask() {
        assert!(CancelSlot::default().into_cancel().is_none());
    }

    #[tokio::test]
    async fn whoever_asked_hears_the_cause_whenever_it_asks_again() {
        let slot = CancelSlot::default();
        let (first, second) = (slot.listen(), slot.listen());
        let cancel = slot.into_cancel().expect("somebody asked");
        assert_eq!((first.cause(), first.is_cancelled()), (None, false));
        assert!(first.wait().now_or_never().is_none());
        let mut waits = Box::pin(second.wait());
        assert!(waits.as_mut().now_or_never().is_none());
        cancel.fire(CancelCause::DrainOverran);
        // The run is over, and what it left behind may ask all the same.
        drop(cancel);
        assert_eq!(waits.await, CancelCause::DrainOverran);
        assert_eq!(first.clone().wait().await, CancelCause::DrainOverran);
        assert_eq!((first.cause(), first.is_cancelled()), (Some(CancelCause::DrainOverran), true));
    }

    #[tokio::test]
    async fn a_run_that_ended_never_fires() {
        let slot = CancelSlot::default();
        let left_over = slot.listen();
        drop(slot);
        assert!(left_over.wait().now_or_never().is_none());
        assert!(!left_over.is_cancelled());
    }
}
