//! Messages taken one by one (`basic.get`), on one kept channel per queue.
//!
//! Who takes messages without settling them gives them back by letting go: when nobody holds one of a queue any more and
//! some were not settled, the channel is closed, which alone returns them in their order; the next one opens another.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use lapin::{options::BasicGetOptions, types::ShortString};

use super::{
    channel::AckChannel,
    consume,
    engine::{ANSWER, Tasks},
    fault,
    wire::Wire,
};
use crate::broker::{Arrival, BoxFuture, BrokerError, BrokerErrorKind, Channel, Settled, Unsettled};

/// The kept channels.
#[derive(Debug)]
pub(super) struct Gets {
    wire: Arc<Wire>,
    tasks: Tasks,
    kept: Mutex<HashMap<String, Kept>>,
}

#[derive(Debug)]
struct Kept {
    channel: Arc<AckChannel>,
    lease: Weak<Lease>,
}

/// Held by every message of the channel that is not settled yet.
#[derive(Debug)]
struct Lease(Arc<AckChannel>);

impl Gets {
    /// Opens its channels on the consuming connection.
    pub(super) fn new(wire: Arc<Wire>, tasks: &Tasks) -> Arc<Self> {
        Arc::new(Self { wire, tasks: tasks.clone(), kept: Mutex::new(HashMap::new()) })
    }

    /// Takes one message off a queue.
    pub(super) async fn get(self: &Arc<Self>, queue: &str) -> Result<Option<Arrival>, BrokerError> {
        let what = format!("get from `{queue}`");
        let name = ShortString::try_new(queue).map_err(|_long| {
            BrokerError::new(
                BrokerErrorKind::Other,
                format!("cannot {what}: the name is longer than 255 bytes"),
            )
        })?;
        let (gets, queue) = (Arc::clone(self), queue.to_owned());
        self.tasks
            .ask(what.clone(), ANSWER, async move {
                let lease = gets.lease(&queue, &what).await?;
                let got = lease.0.lapin().basic_get(name, BasicGetOptions { no_ack: false }).await;
                if got.as_ref().is_err_and(fault::closed_a_channel) {
                    lease.0.live().spend_channel();
                    lease.0.flusher().end();
                }
                let got = got.map_err(|error| fault::refused(&what, &error))?;
                Ok(got.map(|message| {
                    lease.0.flusher().delivered();
                    let tag = message.delivery.delivery_tag;
                    let delivery = consume::delivery(message.delivery);
                    Arrival { delivery, unsettled: Unsettled::new(tag, lease) }
                }))
            })
            .await
    }

    /// Closes all kept channels.
    pub(super) async fn close(&self) {
        let kept = std::mem::take(&mut *self.lock());
        for kept in kept.into_values() {
            kept.channel.close().await;
        }
    }

    async fn lease(&self, queue: &str, what: &str) -> Result<Arc<Lease>, BrokerError> {
        if let Some(lease) = self.kept_lease(queue) {
            return Ok(lease);
        }
        let live = self.wire.live().await?;
        let channel = live.open_channel().await.map_err(|error| fault::refused(what, &error))?;
        // Acks are not batched: whoever takes one by one waits for each.
        let channel = Arc::new(AckChannel::new(channel, live, &self.tasks, None, 1));
        let lease = Arc::new(Lease(Arc::clone(&channel)));
        self.lock().insert(queue.to_owned(), Kept { channel, lease: Arc::downgrade(&lease) });
        Ok(lease)
    }

    fn kept_lease(&self, queue: &str) -> Option<Arc<Lease>> {
        let mut kept = self.lock();
        let entry = kept.get_mut(queue)?;
        if !entry.channel.flusher().is_usable() {
            kept.remove(queue);
            return None;
        }
        let lease = entry.lease.upgrade().unwrap_or_else(|| Arc::new(Lease(Arc::clone(&entry.channel))));
        entry.lease = Arc::downgrade(&lease);
        Some(lease)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if self.0.flusher().unsettled() > 0 {
            self.0.start_closing();
        }
    }
}

impl Channel for Lease {
    fn is_open(&self) -> bool {
        self.0.is_open()
    }

    fn ack(&self, tag: u64) -> Settled {
        self.0.ack(tag)
    }

    fn requeue(&self, tag: u64) -> Settled {
        self.0.requeue(tag)
    }

    fn reject(&self, tag: u64) -> Settled {
        self.0.reject(tag)
    }

    fn flush(&self) -> BoxFuture<'_, ()> {
        self.0.flush()
    }

    fn widen(&self, prefetch: u16) -> BoxFuture<'_, Result<(), BrokerError>> {
        self.0.widen(prefetch)
    }

    fn cancel(&self) -> BoxFuture<'_, Result<(), BrokerError>> {
        self.0.cancel()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.0.close()
    }
}
