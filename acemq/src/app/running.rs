//! A started application.

use std::{sync::Arc, time::Duration};

use tokio::{task::JoinSet, time::Instant};

use super::{
    drain::drain,
    drained::Drained,
    handle::{ListenerHandle, Listeners},
    supervisor::Supervisor,
};
use crate::{broker::Broker, publish::AceMq};

/// A started application: its listeners run until it is drained.
///
/// Dropping it ends its listeners without a drain: what runs is cut off and comes again.
#[derive(Debug)]
#[must_use = "dropping it ends the listeners without a drain"]
pub struct Running {
    pub(super) mq: AceMq,
    pub(super) broker: Arc<dyn Broker>,
    pub(super) supervisor: Supervisor,
    /// In the order of the start.
    pub(super) listeners: Vec<ListenerHandle>,
    /// One for each store; they end when a drain is over.
    pub(super) purges: JoinSet<()>,
    pub(super) shutdown_timeout: Duration,
}

impl Running {
    /// The handle to publish and to ask about queues with.
    pub fn mq(&self) -> AceMq {
        self.mq.clone()
    }

    /// The listeners that were started.
    pub fn listeners(&self) -> Listeners {
        Listeners::of(self.listeners.clone())
    }

    /// Stops in order, within `acemq.listener.shutdown-timeout`.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future ends the listeners at once, as dropping the `Running` does: what runs is cut off, and what is not
    /// settled comes again.
    pub async fn drain(self) -> Drained {
        let within = self.shutdown_timeout;
        self.drain_within(within).await
    }

    /// Stops in order, within this time. What still runs then is given up, and its messages go back to the broker, as do those
    /// whose copies have not landed; a handler that takes [`Cancelled`](crate::Cancelled) is told, and has another half a
    /// second to end by itself.
    ///
    /// # Cancel safety
    ///
    /// As [`drain`](Self::drain).
    pub async fn drain_within(self, time: Duration) -> Drained {
        let Self { supervisor, broker, purges, .. } = self;
        let now = Instant::now();
        // A time that the clock cannot tell the end of is a deadline that never comes.
        let deadline = now.checked_add(time).unwrap_or_else(|| now + Duration::from_hours(24 * 365));
        let drained = drain(supervisor, broker, deadline).await;
        drop(purges);
        drained
    }
}
