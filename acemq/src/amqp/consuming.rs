//! The consumer of a channel, and how one with a larger window takes its place.
//!
//! A window belongs to a consumer: `basic.qos` holds for those that begin after it, and a window of the whole channel is
//! refused by newer brokers. So the first consumer is cancelled and another begins on the same channel, which keeps what
//! is unsettled, and the order.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use lapin::{
    options::{BasicCancelOptions, BasicConsumeOptions, BasicQosOptions},
    types::{FieldTable, ShortString},
};
use tokio::sync::mpsc;

/// Brings the second consumer, or word that there is none.
pub(super) type Wider = mpsc::UnboundedReceiver<Option<lapin::Consumer>>;

/// What is known of a channel's consumer.
#[derive(Debug)]
pub(super) struct Consuming {
    queue: ShortString,
    arguments: FieldTable,
    /// The tag of the consumer that there is.
    tag: Mutex<ShortString>,
    /// The tag of the second one. Another than the first's, which lapin may still hold.
    wide: ShortString,
    widening: AtomicBool,
    next: mpsc::UnboundedSender<Option<lapin::Consumer>>,
}

impl Consuming {
    /// The consumer of these tags: the one that it has, and the one that it gets when its window is widened.
    pub(super) fn new(
        queue: ShortString,
        arguments: FieldTable,
        (tag, wide): (ShortString, ShortString),
    ) -> (Arc<Self>, Wider) {
        let (next, wider) = mpsc::unbounded_channel();
        let (tag, widening) = (Mutex::new(tag), AtomicBool::new(false));
        (Arc::new(Self { queue, arguments, tag, wide, widening, next }), wider)
    }

    /// The tag of the consumer that there is.
    pub(super) fn tag(&self) -> ShortString {
        self.tag.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the end of the first consumer's deliveries is followed by those of a second.
    pub(super) fn is_widening(&self) -> bool {
        self.widening.load(Ordering::SeqCst)
    }

    /// The second consumer has taken over.
    pub(super) fn has_widened(&self) {
        self.widening.store(false, Ordering::SeqCst);
    }

    /// Ends the first consumer and begins the second, with this window.
    ///
    /// The first one's window is full, so that nothing is on its way to it: lapin drops what arrives for a consumer that was
    /// cancelled, and the broker would keep it for this channel, unsettled.
    ///
    /// # Errors
    ///
    /// The broker's refusal, or the loss of the channel: the deliveries then end.
    pub(super) async fn widen(&self, channel: &lapin::Channel, prefetch: u16) -> Result<(), lapin::Error> {
        self.widening.store(true, Ordering::SeqCst);
        let begun = async {
            channel.basic_qos(prefetch.max(1), BasicQosOptions { global: false }).await?;
            channel.basic_cancel(self.tag(), BasicCancelOptions::default()).await?;
            let (queue, tag, arguments) = (self.queue.clone(), self.wide.clone(), self.arguments.clone());
            channel.basic_consume(queue, tag, BasicConsumeOptions::default(), arguments).await
        };
        let begun = begun.await;
        let (consumer, ended) = match begun {
            Ok(consumer) => {
                *self.tag.lock().unwrap_or_else(PoisonError::into_inner) = self.wide.clone();
                (Some(consumer), Ok(()))
            }
            Err(error) => (None, Err(error)),
        };
        // Nobody reads the deliveries any more when this is refused.
        drop(self.next.send(consumer));
        ended
    }
}
