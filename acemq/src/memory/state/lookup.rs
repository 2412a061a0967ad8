//! Looking without touching.

use super::machine::State;
use crate::{
    broker::{BrokerError, BrokerErrorKind, QueueFacts},
    memory::exchange::QueueId,
};

impl State {
    /// What a passive look-up tells; `None` when there is no such queue.
    pub(in crate::memory) fn facts(&self, name: &str) -> Option<QueueFacts> {
        let queue = self.queues.get(self.names.get(name)?)?;
        Some(QueueFacts {
            messages: u64::try_from(queue.len()).unwrap_or(u64::MAX),
            consumers: u32::try_from(queue.consumers.len()).unwrap_or(u32::MAX),
        })
    }

    /// Whether there is such an exchange; the default one always is.
    pub(in crate::memory) fn has_exchange(&self, name: &str) -> bool {
        name.is_empty() || self.exchanges.contains_key(name)
    }

    /// How many deliveries of a queue are unsettled.
    pub(in crate::memory) fn unsettled(&self, name: &str) -> Option<usize> {
        let id = self.names.get(name)?;
        let held = self.channels.values().flat_map(|channel| channel.window.values());
        Some(held.filter(|held| held.queue == *id).count())
    }

    pub(super) fn queue_id(&self, name: &str) -> Result<QueueId, BrokerError> {
        self.names.get(name).copied().ok_or_else(|| {
            BrokerError::new(BrokerErrorKind::NotFound, format!("NOT_FOUND - no queue '{name}' in vhost '/'"))
        })
    }
}
