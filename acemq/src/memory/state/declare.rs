//! Declaring and deleting objects.

use tokio::time::Instant;

use super::machine::{Effect, State};
use crate::{
    broker::{BrokerError, BrokerErrorKind, Ended},
    memory::{
        arguments::{Settings, unsupported},
        equivalence::{check_queue, other_exchange_kind},
        exchange::Exchange,
        queue::Queue,
    },
    message::Table,
    topology::{ExchangeKind, Object},
};

/// Names that start like this belong to the broker.
const RESERVED: &str = "amq.";

/// The longest name, in bytes: a short string of AMQP.
const MAX_NAME: usize = 255;

impl State {
    /// Declares one object; what is there already in the same shape is left as it is.
    pub(in crate::memory) fn declare(&mut self, object: &Object, now: Instant) -> Result<(), BrokerError> {
        match object {
            Object::Exchange { name, kind } => self.declare_exchange(name, *kind)?,
            Object::Queue { name, arguments } => self.declare_queue(name, arguments)?,
            Object::Binding { queue, exchange, routing_key, arguments } => {
                let id = self.queue_id(queue)?;
                if exchange.is_empty() {
                    return Err(refused("operation not permitted on the default exchange"));
                }
                let exchange =
                    self.exchanges.get_mut(exchange.as_str()).ok_or_else(|| no_exchange(exchange))?;
                exchange.bind(id, routing_key, arguments)?;
            }
        }
        self.stuck_may_move = true;
        self.finish(now);
        Ok(())
    }

    fn declare_exchange(&mut self, name: &str, kind: ExchangeKind) -> Result<(), BrokerError> {
        if name.is_empty() {
            return Err(refused("operation not permitted on the default exchange"));
        }
        if let Some(there) = self.exchanges.get(name) {
            return if there.kind() == kind {
                Ok(())
            } else {
                Err(other_exchange_kind(name, there.kind().name(), kind.name()))
            };
        }
        check_name("exchange", name)?;
        self.exchanges.insert(name.into(), Exchange::new(kind));
        Ok(())
    }

    fn declare_queue(&mut self, name: &str, arguments: &Table) -> Result<(), BrokerError> {
        if name.is_empty() {
            return Err(unsupported("a queue whose name the broker makes up"));
        }
        let settings = Settings::read(name, arguments)?;
        if let Some(there) = self.names.get(name).and_then(|id| self.queues.get(id)) {
            return check_queue(name, &there.arguments, arguments);
        }
        check_name("queue", name)?;
        let id = self.next_id();
        self.names.insert(name.into(), id);
        self.queues.insert(id, Queue::new(name, arguments.clone(), settings));
        Ok(())
    }

    /// Deletes a queue with everything in it: its consumers are cancelled, what they hold can still be settled.
    pub(in crate::memory) fn delete_queue(&mut self, name: &str, now: Instant) -> bool {
        let Some(id) = self.names.remove(name) else { return false };
        let Some(queue) = self.queues.remove(&id) else { return false };
        self.unschedule(id, &queue);
        self.stuck.remove(&id);
        for exchange in self.exchanges.values_mut() {
            exchange.unbind_all(id);
        }
        for consumer in queue.consumers {
            if let Some(channel) = self.channels.get_mut(&consumer) {
                channel.consumer = None;
                self.effect(Effect::End(consumer, Ended::CancelledByBroker));
            }
        }
        self.finish(now);
        true
    }

    /// Throws away what is ready in a queue.
    pub(in crate::memory) fn purge(&mut self, name: &str, now: Instant) -> Option<usize> {
        let id = *self.names.get(name)?;
        let purged = self.queues.get_mut(&id)?.purge();
        self.stuck_may_move = true;
        self.pump(id, now);
        self.finish(now);
        Some(purged)
    }
}

fn check_name(what: &str, name: &str) -> Result<(), BrokerError> {
    if name.starts_with(RESERVED) {
        return Err(refused(&format!("{what} name '{name}' contains reserved prefix 'amq.*'")));
    }
    if name.len() > MAX_NAME {
        let text = format!("the {what} name is {} bytes long; AMQP takes {MAX_NAME}", name.len());
        return Err(BrokerError::new(BrokerErrorKind::Other, text));
    }
    Ok(())
}

fn refused(text: &str) -> BrokerError {
    BrokerError::new(BrokerErrorKind::Forbidden, format!("ACCESS_REFUSED - {text}"))
}

fn no_exchange(name: &str) -> BrokerError {
    BrokerError::new(BrokerErrorKind::NotFound, format!("NOT_FOUND - no exchange '{name}' in vhost '/'"))
}
