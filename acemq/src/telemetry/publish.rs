//! The metrics of what the application publishes. Copies of a settlement are not in them: `acemq.consume.total` is.

use std::time::Duration;

use metrics::{Counter, Histogram, counter, histogram};

use super::{Published, names};

/// What one publisher counts, with its handles looked up once.
///
/// Made when the publisher is: a handle that is made before a recorder is installed counts nothing for ever.
pub(crate) struct PublishMetrics {
    /// One per [`Published`], in its order.
    handles: [(Counter, Histogram); Published::ALL.len()],
}

impl PublishMetrics {
    /// Looks the handles up for this exchange and routing key.
    pub(crate) fn new(exchange: &str, routing_key: &str) -> Self {
        Self { handles: Published::ALL.map(|outcome| handles(exchange, routing_key, outcome)) }
    }

    /// A publish ended, so long after it was asked for.
    pub(crate) fn published(&self, outcome: Published, took: Duration) {
        let (total, duration) = &self.handles[outcome as usize];
        total.increment(1);
        duration.record(took);
    }
}

impl std::fmt::Debug for PublishMetrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PublishMetrics")
    }
}

fn handles(exchange: &str, routing_key: &str, outcome: Published) -> (Counter, Histogram) {
    let tags = [
        metrics::Label::new(names::EXCHANGE, exchange.to_owned()),
        metrics::Label::new(names::ROUTING_KEY, routing_key.to_owned()),
        metrics::Label::new(names::OUTCOME, outcome.name()),
    ];
    (counter!(names::PUBLISH_TOTAL, tags.to_vec()), histogram!(names::PUBLISH_DURATION, tags.to_vec()))
}

#[cfg(test)]
mod tests {
    use metrics_util::debugging::DebugValue;

    use super::*;
    use crate::telemetry::process::tests::recorded;

    #[test]
    fn a_publish_is_counted_and_timed_by_exchange_routing_key_and_outcome() {
        let seen = recorded(|| {
            let metrics = PublishMetrics::new("orders", "order.placed");
            metrics.published(Published::Confirmed, Duration::from_millis(500));
            metrics.published(Published::Unroutable, Duration::ZERO);
            metrics.published(Published::Failed, Duration::ZERO);
            metrics.published(Published::Confirmed, Duration::from_millis(500));
        });
        for (outcome, count) in [("confirmed", 2), ("unroutable", 1), ("failed", 1)] {
            let tags = format!("{{exchange=orders,routing.key=order.placed,outcome={outcome}}}");
            assert_eq!(seen.get(&format!("acemq.publish.total{tags}")), Some(&DebugValue::Counter(count)));
        }
        let timed = "acemq.publish.duration{exchange=orders,routing.key=order.placed,outcome=confirmed}";
        assert_eq!(seen.get(timed), Some(&DebugValue::Histogram(vec![0.5.into(), 0.5.into()])));
    }
}
