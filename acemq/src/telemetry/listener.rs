//! The metrics of one listener, with their handles looked up once.

use std::time::Duration;

use metrics::{Counter, Gauge, Histogram, counter, gauge, histogram};

use super::{Consumed, names};

/// What one listener counts.
///
/// Made when the listener starts: a handle that is made before a recorder is installed counts nothing for ever.
pub(crate) struct ListenerMetrics {
    queue: String,
    /// One per [`Consumed`], in its order.
    consumed: [Counter; Consumed::ALL.len()],
    duration: Histogram,
    attempts: Histogram,
    in_flight: Gauge,
    retried: Counter,
    dead_lettered: Counter,
    stale: Counter,
    without_id: Counter,
}

impl ListenerMetrics {
    /// Looks the handles up for the listener of this queue.
    pub(crate) fn new(queue: &str) -> Self {
        let tag = || queue.to_owned();
        Self {
            queue: tag(),
            consumed: Consumed::ALL.map(|outcome| {
                counter!(names::CONSUME_TOTAL, names::QUEUE => tag(), names::OUTCOME => outcome.name())
            }),
            duration: histogram!(names::CONSUME_DURATION, names::QUEUE => tag()),
            attempts: histogram!(names::CONSUME_ATTEMPTS, names::QUEUE => tag()),
            in_flight: gauge!(names::CONSUME_IN_FLIGHT, names::QUEUE => tag()),
            retried: counter!(names::RETRIED_TOTAL, names::QUEUE => tag()),
            dead_lettered: counter!(names::DEAD_LETTERED_TOTAL, names::QUEUE => tag()),
            stale: counter!(names::SETTLE_STALE_TOTAL, names::QUEUE => tag()),
            without_id: counter!(names::WITHOUT_ID_TOTAL, names::QUEUE => tag()),
        }
    }

    /// One delivery is settled. Once for each, when it is done and by what was done.
    pub(crate) fn consumed(&self, outcome: Consumed) {
        self.consumed[outcome as usize].increment(1);
    }

    /// A handler ended, in whatever way. The waits before and the settlement after it are not part of it.
    pub(crate) fn handler_took(&self, time: Duration) {
        self.duration.record(time);
    }

    /// A handler is about to be called for this attempt.
    pub(crate) fn attempts(&self, attempt: u32) {
        self.attempts.record(attempt);
    }

    /// A delivery arrived; it is in flight until the guard is dropped.
    pub(crate) fn in_flight(&self) -> InFlight {
        self.in_flight.increment(1);
        InFlight(self.in_flight.clone())
    }

    /// The copy of a failed message is on its way round.
    pub(crate) fn retried(&self) {
        self.retried.increment(1);
    }

    /// A message was given up on.
    pub(crate) fn dead_lettered(&self) {
        self.dead_lettered.increment(1);
    }

    /// A copy for a queue aside was not confirmed and routed; the original stays where it is.
    pub(crate) fn set_aside_failed(&self, target: &str) {
        let target = target.to_owned();
        counter!(names::SET_ASIDE_FAILED, names::QUEUE => self.queue.clone(), names::TARGET => target)
            .increment(1);
    }

    /// The retry queue of a wait is not there.
    pub(crate) fn rung_missing(&self, rung: &str) {
        let rung = rung.to_owned();
        counter!(names::RUNG_MISSING, names::QUEUE => self.queue.clone(), names::RUNG => rung).increment(1);
    }

    /// A settlement was dropped, because the channel that brought the delivery is gone.
    pub(crate) fn settle_stale(&self) {
        self.stale.increment(1);
    }

    /// A delivery without an id reached an idempotent listener.
    pub(crate) fn without_id(&self) {
        self.without_id.increment(1);
    }
}

impl std::fmt::Debug for ListenerMetrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ListenerMetrics").field("queue", &self.queue).finish_non_exhaustive()
    }
}

/// One delivery in flight. A guard, so that a panic or a dropped future is counted down as well.
#[must_use = "the delivery is in flight until this is dropped"]
pub(crate) struct InFlight(Gauge);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

impl std::fmt::Debug for InFlight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("InFlight")
    }
}

#[cfg(test)]
mod tests {
    use metrics_util::debugging::DebugValue;

    use super::*;
    use crate::telemetry::process::tests::recorded;

    #[test]
    fn deliveries_are_counted_under_the_names_and_tags_of_the_contract() {
        let words = [
            "acked",
            "retried",
            "rejected",
            "dead_lettered",
            "parked",
            "in_progress",
            "duplicate",
            "released",
        ];
        let seen = recorded(|| {
            let metrics = ListenerMetrics::new("orders");
            for (index, outcome) in Consumed::ALL.into_iter().enumerate() {
                (0..=index).for_each(|_| metrics.consumed(outcome));
            }
        });
        for (count, word) in (1..).zip(words) {
            let name = format!("acemq.consume.total{{queue=orders,outcome={word}}}");
            assert_eq!(seen.get(&name), Some(&DebugValue::Counter(count)), "{name} in {seen:#?}");
        }
    }

    #[test]
    fn what_a_listener_measures_carries_its_queue() {
        let seen = recorded(|| {
            let metrics = ListenerMetrics::new("orders");
            metrics.handler_took(Duration::from_millis(250));
            metrics.attempts(3);
            metrics.retried();
            metrics.dead_lettered();
            metrics.set_aside_failed("orders.dlq");
            metrics.rung_missing("orders.retry.30s.quorum");
            metrics.settle_stale();
            metrics.without_id();
        });
        let histogram = |value: f64| DebugValue::Histogram(vec![value.into()]);
        for (name, value) in [
            ("acemq.consume.duration{queue=orders}", histogram(0.25)),
            ("acemq.consume.attempts{queue=orders}", histogram(3.0)),
            ("acemq.messages.retried.total{queue=orders}", DebugValue::Counter(1)),
            ("acemq.messages.dead.lettered.total{queue=orders}", DebugValue::Counter(1)),
            ("acemq.messages.set.aside.failed{queue=orders,target=orders.dlq}", DebugValue::Counter(1)),
            ("acemq.retry.rung.missing{queue=orders,rung=orders.retry.30s.quorum}", DebugValue::Counter(1)),
            ("acemq.settle.stale.total{queue=orders}", DebugValue::Counter(1)),
            ("acemq.idempotency.keyless.total{queue=orders}", DebugValue::Counter(1)),
        ] {
            assert_eq!(seen.get(name), Some(&value), "{name} in {seen:#?}");
        }
    }

    #[test]
    fn a_delivery_is_in_flight_until_its_guard_is_dropped() {
        let name = "acemq.consume.in.flight{queue=orders}";
        let mut held = None;
        let during = recorded(|| {
            let metrics = ListenerMetrics::new("orders");
            held = Some([metrics.in_flight(), metrics.in_flight()]);
            drop(metrics.in_flight());
        });
        assert_eq!(during.get(name), Some(&DebugValue::Gauge(2.0.into())));
        drop(held);
    }
}
