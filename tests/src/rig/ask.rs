//! What a rig tells of its broker, and of what was counted.

use std::time::Duration;

use super::Rig;
use crate::{counted, journey::within};

impl Rig {
    /// Fails unless a queue is there and holds nothing that is ready.
    pub async fn expect_empty(&self, queue: &str) {
        let got = self.broker.get(queue).await.unwrap_or_else(|error| panic!("`{queue}`: {error}"));
        assert!(got.is_none(), "`{queue}` holds {got:#?}");
    }

    /// Whether a queue exists.
    pub async fn has_queue(&self, queue: &str) -> bool {
        self.broker.look_up_queue(queue).await.expect("an answer").is_some()
    }

    /// Waits until a queue is there and this many messages are ready in it, not counting those that are being handled.
    pub async fn until_ready(&self, queue: &str, count: u64) {
        let asking = async {
            loop {
                let facts = self.broker.look_up_queue(queue).await.expect("an answer");
                if facts.is_some_and(|facts| facts.messages == count) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        within(&format!("{count} messages in `{queue}`"), asking).await;
    }

    /// Whether an exchange exists.
    pub async fn has_exchange(&self, exchange: &str) -> bool {
        self.broker.look_up_exchange(exchange).await.expect("an answer")
    }

    /// How many deliveries of the queue under test ended like this.
    pub fn outcomes(&self, outcome: &str) -> u64 {
        counted::counted("acemq.consume.total", &[("queue", &self.queue), ("outcome", outcome)])
    }

    /// How many deliveries of the queue under test ended at all.
    pub fn deliveries(&self) -> u64 {
        counted::counted("acemq.consume.total", &[("queue", &self.queue)])
    }
}
