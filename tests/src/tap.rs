//! A subscription of the test's own: takes messages off a queue and acks them.

use acemq::__testing::{Broker, Delivery, Event, Subscribe, Subscription};
use futures_util::StreamExt as _;

use crate::journey::DEADLINE;

/// A subscription that hands out what arrives.
#[derive(Debug)]
pub struct Tap {
    queue: String,
    subscription: Subscription,
}

impl Tap {
    pub(crate) async fn open(broker: &dyn Broker, queue: &str) -> Self {
        let request = Subscribe {
            queue: queue.to_owned(),
            prefetch: 1_000,
            ack_batch: 1,
            listener: "tap".to_owned(),
            arguments: acemq::__testing::Table::new(),
        };
        let subscription = broker.subscribe(request).await;
        let subscription =
            subscription.unwrap_or_else(|error| panic!("no subscription to `{queue}`: {error}"));
        Self { queue: queue.to_owned(), subscription }
    }

    /// The next `count` messages, acked.
    pub async fn take(&mut self, count: usize) -> Vec<Delivery> {
        let mut taken = Vec::new();
        while taken.len() < count {
            let next = tokio::time::timeout(DEADLINE, self.subscription.events.next()).await;
            match next {
                Ok(Some(Event::Arrival(arrival))) => {
                    // Stale means that it comes again, and is taken again.
                    let _settled = arrival.unsettled.ack();
                    taken.push(without_publish_id(arrival.delivery));
                }
                Ok(Some(Event::Ended(reason))) => {
                    panic!("`{}` ended: {reason:?}; had {taken:#?}", self.queue)
                }
                Ok(None) => panic!("`{}` ended; had {taken:#?}", self.queue),
                Err(_elapsed) => {
                    panic!("{} of {count} messages in `{}`, had {taken:#?}", taken.len(), self.queue)
                }
            }
        }
        self.subscription.channel.flush().await;
        taken
    }

    /// Takes `count` messages and returns their bodies as numbers, in the order of their arrival.
    pub async fn numbers(&mut self, count: usize) -> Vec<u64> {
        self.take(count).await.iter().map(number).collect()
    }

    /// Ends the subscription; what was taken stays acked.
    pub(crate) async fn close(self) -> std::sync::Arc<dyn acemq::__testing::Channel> {
        self.subscription.channel.cancel().await.expect("a cancel");
        self.subscription.channel
    }
}

/// The adapter for RabbitMQ marks what it publishes to tell returned messages apart; that is no part of the message.
fn without_publish_id(mut delivery: Delivery) -> Delivery {
    std::sync::Arc::make_mut(&mut delivery.headers).remove("acemq-publish-id");
    delivery
}

/// The body as the number that [`Raw::number`](crate::Raw::number) wrote.
fn number(delivery: &Delivery) -> u64 {
    std::str::from_utf8(&delivery.body).expect("text").parse().expect("a number")
}
