//! Publishing: from an exchange into queues.

use std::sync::Arc;

use tokio::time::Instant;

use super::machine::State;
use crate::{
    broker::PublishError,
    memory::{
        dead_letter::{Dead, Reason},
        exchange::QueueId,
        message::Message,
        queue::Queue,
    },
};

/// No exchange of that name.
#[derive(Debug)]
pub(super) struct NoSuchExchange;

impl State {
    /// Publishes mandatory and confirmed.
    pub(in crate::memory) fn publish(&mut self, message: Message, now: Instant) -> Result<(), PublishError> {
        let mut targets = std::mem::take(&mut self.targets);
        let result = match self.route(&message, &mut targets) {
            Err(NoSuchExchange) => Err(PublishError::NoExchange { exchange: message.exchange.into() }),
            Ok(()) if targets.is_empty() => Err(PublishError::Unroutable {
                exchange: message.exchange.into(),
                routing_key: message.routing_key.into(),
            }),
            Ok(()) => {
                let message = Arc::new(message);
                let mut refused = false;
                for queue in &targets {
                    refused |= self.refuses(*queue);
                    if !self.refuses(*queue) {
                        self.enqueue(*queue, Arc::clone(&message), now);
                    }
                }
                if refused {
                    Err(PublishError::Nacked {
                        exchange: message.exchange.clone().into(),
                        routing_key: message.routing_key.clone().into(),
                    })
                } else {
                    Ok(())
                }
            }
        };
        self.targets = targets;
        self.finish(now);
        result
    }

    /// Finds the queues of a message, each once.
    pub(super) fn route(&self, message: &Message, found: &mut Vec<QueueId>) -> Result<(), NoSuchExchange> {
        found.clear();
        if message.exchange.is_empty() {
            found.extend(message.keys().filter_map(|key| self.names.get(key)));
        } else {
            let exchange = self.exchanges.get(&message.exchange).ok_or(NoSuchExchange)?;
            for key in message.keys() {
                exchange.route(key, &message.headers, found);
            }
        }
        if found.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        Ok(())
    }

    pub(super) fn refuses(&self, id: QueueId) -> bool {
        self.queues.get(&id).is_some_and(Queue::refuses)
    }

    /// Adds a message to a queue that does not refuse it.
    pub(super) fn enqueue(&mut self, id: QueueId, message: Arc<Message>, now: Instant) {
        let Some(queue) = self.queues.get_mut(&id) else { return };
        let stored = queue.admit(message, now);
        let Err(stored) = self.deliver_at_once(id, stored) else { return };
        let Some(queue) = self.queues.get_mut(&id) else { return };
        queue.push(stored);
        while let Some(surplus) = queue.take_surplus() {
            self.dead.push_back(Dead { queue: id, message: surplus.message, reason: Reason::MaxLength });
        }
        self.pump(id, now);
    }
}
