//! A started application.

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use super::{drain::drain, drained::Drained, supervisor::Supervisor};
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
    pub(super) shutdown_timeout: Duration,
}

impl Running {
    /// The handle to publish and to ask about queues with.
    pub fn mq(&self) -> AceMq {
        self.mq.clone()
    }

    /// Stops in order, within `acemq.listener.shutdown-timeout`.
    pub async fn drain(self) -> Drained {
        let within = self.shutdown_timeout;
        self.drain_within(within).await
    }

    /// Stops in order, within this time. What still runs then is given up, and its messages go back to the broker.
    pub async fn drain_within(self, time: Duration) -> Drained {
        drain(self.supervisor, self.broker, Instant::now() + time).await
    }
}
