//! A channel that deliveries came in on, seen from its settling side; epochs kept apart.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use lapin::options::BasicCancelOptions;

use super::{
    consuming::Consuming,
    engine::{self, Tasks},
    fault,
    flusher::Flusher,
    live::Live,
    settlements::How,
};
use crate::broker::{BoxFuture, BrokerError, BrokerErrorKind, Channel, Settled};

/// One channel of one connection. Dropping it closes the channel, after its acks are written.
pub(super) struct AckChannel {
    flusher: Arc<Flusher>,
    tasks: Tasks,
    consuming: Option<Arc<Consuming>>,
    /// We cancelled or closed it.
    cancelled: AtomicBool,
}

impl AckChannel {
    /// Takes an open channel over. `batch` is how many acks are sent as one.
    pub(super) fn new(
        channel: lapin::Channel,
        live: Arc<Live>,
        tasks: &Tasks,
        consuming: Option<Arc<Consuming>>,
        batch: u32,
    ) -> Self {
        Self {
            flusher: Flusher::start(channel, live, tasks, batch),
            tasks: tasks.clone(),
            consuming,
            cancelled: AtomicBool::new(false),
        }
    }

    /// lapin's channel.
    pub(super) fn lapin(&self) -> &Arc<lapin::Channel> {
        &self.flusher.channel
    }

    /// The connection that it belongs to.
    pub(super) fn live(&self) -> &Live {
        &self.flusher.live
    }

    /// When its settlements are sent.
    pub(super) fn flusher(&self) -> &Flusher {
        &self.flusher
    }

    /// Whether we cancelled or closed it.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    /// Whether we closed it.
    pub(super) fn is_closed(&self) -> bool {
        self.is_cancelled() && self.flusher.is_closing()
    }

    /// Whether a consumer with a larger window is to take over.
    pub(super) fn is_widening(&self) -> bool {
        self.consuming.as_ref().is_some_and(|consuming| consuming.is_widening())
    }

    /// It has taken over.
    pub(super) fn has_widened(&self) {
        if let Some(consuming) = &self.consuming {
            consuming.has_widened();
        }
    }

    /// Begins to close the channel, after its acks are written.
    pub(super) fn start_closing(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        self.flusher.close();
    }
}

impl Drop for AckChannel {
    fn drop(&mut self) {
        self.start_closing();
    }
}

impl fmt::Debug for AckChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AckChannel")
            .field("number", &self.lapin().id())
            .field("epoch", &self.live().epoch())
            .finish_non_exhaustive()
    }
}

impl Channel for AckChannel {
    fn is_open(&self) -> bool {
        self.flusher.is_usable()
    }

    fn ack(&self, tag: u64) -> Settled {
        self.flusher.settle(tag, How::Ack)
    }

    fn requeue(&self, tag: u64) -> Settled {
        self.flusher.settle(tag, How::Requeue)
    }

    fn reject(&self, tag: u64) -> Settled {
        self.flusher.settle(tag, How::Reject)
    }

    fn flush(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            tokio::select! {
                () = self.flusher.flush() => {}
                () = self.tasks.ended() => {}
            }
        })
    }

    fn widen(&self, prefetch: u16) -> BoxFuture<'_, Result<(), BrokerError>> {
        Box::pin(async move {
            let Some(consuming) = self.consuming.clone() else { return Ok(()) };
            let channel = Arc::clone(self.lapin());
            let what = "widen the window".to_owned();
            let answer = self.tasks.ask(what.clone(), engine::ANSWER, async move {
                let widened = consuming.widen(&channel, prefetch).await;
                widened.map_err(|error| fault::refused(&what, &error))
            });
            answer.await
        })
    }

    fn cancel(&self) -> BoxFuture<'_, Result<(), BrokerError>> {
        Box::pin(async move {
            let Some(tag) = self.consuming.as_ref().map(|consuming| consuming.tag()) else { return Ok(()) };
            self.cancelled.store(true, Ordering::SeqCst);
            let channel = Arc::clone(self.lapin());
            let what = "cancel the subscription".to_owned();
            let answer = self.tasks.ask(what.clone(), engine::ANSWER, async move {
                let cancelled = channel.basic_cancel(tag, BasicCancelOptions::default()).await;
                cancelled.map_err(|error| fault::refused(&what, &error))?;
                // lapin answers "cancelled" for a channel that is gone, too.
                if channel.status().connected() {
                    return Ok(());
                }
                Err(BrokerError::new(BrokerErrorKind::Lost, format!("cannot {what}: the channel is gone")))
            });
            answer.await
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.start_closing();
            tokio::select! {
                () = self.flusher.ended() => {}
                () = self.tasks.ended() => {}
            }
        })
    }
}
