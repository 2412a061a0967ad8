//! What is counted once for the process, and the state of each listener.

use metrics::{counter, gauge};

use super::names;

/// A lost connection was made again.
pub(crate) fn reconnect() {
    counter!(names::RECONNECTS_TOTAL).increment(1);
}

/// A bounded store dropped so many entries before their time.
pub(crate) fn evictions(count: u64) {
    counter!(names::EVICTIONS_TOTAL).increment(count);
}

/// What a listener is doing, as the gauge names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ListenerPhase {
    /// It takes deliveries.
    Running,
    /// It lost its channel or its queue and is being rebuilt.
    Down,
    /// It finishes what it has and takes nothing new.
    Draining,
    /// It was not started, or it has ended.
    Stopped,
}

impl ListenerPhase {
    const ALL: [Self; 4] = [Self::Running, Self::Down, Self::Draining, Self::Stopped];

    fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Down => "down",
            Self::Draining => "draining",
            Self::Stopped => "stopped",
        }
    }
}

/// A listener changed its state. The gauge is 1 for the new state and 0 for all others, so that an alert names the state
/// and not a number that stands for it.
pub(crate) fn listener_state(listener: &str, phase: ListenerPhase) {
    for each in ListenerPhase::ALL {
        let value = if each == phase { 1.0 } else { 0.0 };
        gauge!(names::LISTENER_STATE, names::LISTENER => listener.to_owned(), names::STATE => each.name())
            .set(value);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeMap;

    use metrics::{Key, with_local_recorder};
    use metrics_util::debugging::{DebugValue, DebuggingRecorder};

    use super::*;

    /// Everything that `measure` recorded, as `name{tag=value,…}` and its value.
    pub(in crate::telemetry) fn recorded(measure: impl FnOnce()) -> BTreeMap<String, DebugValue> {
        let recorder = DebuggingRecorder::new();
        let snapshotter = recorder.snapshotter();
        with_local_recorder(&recorder, measure);
        let snapshot = snapshotter.snapshot().into_vec();
        snapshot.into_iter().map(|(key, _, _, value)| (shown(key.key()), value)).collect()
    }

    fn shown(key: &Key) -> String {
        let tags: Vec<String> =
            key.labels().map(|label| format!("{}={}", label.key(), label.value())).collect();
        if tags.is_empty() { key.name().to_owned() } else { format!("{}{{{}}}", key.name(), tags.join(",")) }
    }

    #[test]
    fn what_concerns_the_process_has_no_tags() {
        let seen = recorded(|| {
            reconnect();
            evictions(3);
        });
        let expected = [
            ("acemq.connection.reconnects.total".to_owned(), DebugValue::Counter(1)),
            ("acemq.idempotency.evictions.total".to_owned(), DebugValue::Counter(3)),
        ];
        assert_eq!(seen, BTreeMap::from(expected));
    }

    #[test]
    fn a_listener_is_in_one_state_at_a_time() {
        let seen = recorded(|| {
            listener_state("on_order", ListenerPhase::Running);
            listener_state("on_order", ListenerPhase::Down);
        });
        for (state, value) in [("running", 0.0), ("down", 1.0), ("draining", 0.0), ("stopped", 0.0)] {
            let name = format!("acemq.listener.state{{listener=on_order,state={state}}}");
            assert_eq!(seen.get(&name), Some(&DebugValue::Gauge(value.into())), "{name}");
        }
    }

    #[test]
    fn every_metric_that_is_recorded_is_described() {
        let recorder = DebuggingRecorder::new();
        let snapshotter = recorder.snapshotter();
        with_local_recorder(&recorder, || {
            crate::telemetry::describe();
            let publisher = crate::telemetry::PublishMetrics::new("e", "k");
            publisher.published(crate::telemetry::Published::Confirmed, std::time::Duration::ZERO);
            let metrics = crate::telemetry::ListenerMetrics::new("q");
            metrics.set_aside_failed("q.dlq");
            metrics.rung_missing("q.retry.30s.quorum");
            reconnect();
            evictions(1);
            listener_state("l", ListenerPhase::Running);
        });
        let snapshot = snapshotter.snapshot().into_vec();
        let names: std::collections::BTreeSet<_> =
            snapshot.iter().map(|(key, ..)| key.key().name().to_owned()).collect();
        assert_eq!(names.len(), 15, "{names:?}");
        for (key, unit, description, _) in snapshot {
            assert!(unit.is_some() && description.is_some(), "{} is not described", key.key().name());
        }
    }
}
