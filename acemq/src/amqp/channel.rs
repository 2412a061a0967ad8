//! A channel that deliveries came in on, seen from its settling side; epochs kept apart.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use lapin::{options::BasicCancelOptions, types::ShortString};

use super::{
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
    consumer_tag: Option<ShortString>,
    /// We cancelled or closed it.
    cancelled: AtomicBool,
}

impl AckChannel {
    /// Takes an open channel over. `batch` is how many acks are sent as one.
    pub(super) fn new(
        channel: lapin::Channel,
        live: Arc<Live>,
        tasks: &Tasks,
        consumer_tag: Option<ShortString>,
        batch: u32,
    ) -> Self {
        Self {
            flusher: Flusher::start(channel, live, tasks, batch),
            tasks: tasks.clone(),
            consumer_tag,
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

    fn cancel(&self) -> BoxFuture<'_, Result<(), BrokerError>> {
        Box::pin(async move {
            let Some(tag) = self.consumer_tag.clone() else { return Ok(()) };
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
