//! What a test does to a broker from behind: cut, block, delete, purge, count.

use std::sync::Arc;

use super::{registry, shared::Shared};
use crate::broker::{Ended, Link};

/// A broker of this process, from the operator's side. It keeps the broker alive.
#[derive(Clone, Debug)]
pub struct MemoryControl {
    shared: Arc<Shared>,
}

impl MemoryControl {
    /// The broker of this name, as in `memory://name`; a new one when there is none.
    pub fn of(name: &str) -> Self {
        Self { shared: registry::broker(name) }
    }

    /// Takes no publishes from now on, for this reason. Acks flow.
    pub fn block(&self, reason: &str) {
        self.set_blocked(Some(reason.to_owned()));
    }

    /// Takes publishes again.
    pub fn unblock(&self) {
        self.set_blocked(None);
    }

    fn set_blocked(&self, reason: Option<String>) {
        self.shared.with(|core, _| {
            core.blocked = reason;
            for link in core.links.values() {
                let is_down = matches!(*link.borrow(), Link::Down(_));
                if !is_down {
                    link.send_replace(core.link());
                }
            }
        });
    }

    /// Cuts every connection: what is unsettled goes back in order. The connections come back by themselves.
    pub fn cut_connections(&self, reason: &str) {
        self.shared.with(|core, now| {
            let channels = core.state.channels_of(None);
            core.state.close(&channels, &Ended::ConnectionLost(reason.to_owned()), now);
            for link in core.links.values() {
                link.send_replace(Link::Down(reason.to_owned()));
            }
        });
    }

    /// Deletes a queue under its consumers. `false` when there is none of that name.
    pub fn delete_queue(&self, name: &str) -> bool {
        self.shared.with(|core, now| core.state.delete_queue(name, now))
    }

    /// Throws away what is ready in a queue, and says how much that was; `None` when there is no such queue.
    pub fn purge(&self, name: &str) -> Option<usize> {
        self.shared.with(|core, now| core.state.purge(name, now))
    }

    /// How many messages are ready in a queue; `None` when there is no such queue.
    pub fn message_count(&self, name: &str) -> Option<u64> {
        self.shared.with(|core, _| core.state.facts(name)).map(|facts| facts.messages)
    }

    /// How many deliveries of a queue are unsettled; `None` when there is no such queue.
    pub fn unsettled_count(&self, name: &str) -> Option<usize> {
        self.shared.with(|core, _| core.state.unsettled(name))
    }
}
