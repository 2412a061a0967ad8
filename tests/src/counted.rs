//! What the runtime counted in this process, by metric and tags.
//!
//! One recorder for the process: queues have names of their own in every test, so that tags tell the tests apart.

use std::{
    collections::BTreeMap,
    sync::{Mutex, OnceLock, PoisonError},
};

use metrics_util::debugging::{DebugValue, DebuggingRecorder, Snapshotter};

/// A snapshot empties the counters: what was read is added up here.
struct Record {
    snapshotter: Snapshotter,
    counters: BTreeMap<String, u64>,
    histograms: BTreeMap<String, Vec<f64>>,
}

static RECORD: OnceLock<Mutex<Record>> = OnceLock::new();

/// Begins to count. A handle that is made before is deaf, so a rig calls it first of all.
pub(crate) fn begin() {
    RECORD.get_or_init(|| {
        let recorder = DebuggingRecorder::new();
        let snapshotter = recorder.snapshotter();
        recorder.install().expect("no other recorder");
        Mutex::new(Record { snapshotter, counters: BTreeMap::new(), histograms: BTreeMap::new() })
    });
}

/// The sum of a counter over all series with these tags.
pub fn counted(name: &str, tags: &[(&str, &str)]) -> u64 {
    read(|record| matching(&record.counters, name, tags).sum())
}

/// Everything that a histogram recorded, over all series with these tags.
pub fn measured(name: &str, tags: &[(&str, &str)]) -> Vec<f64> {
    read(|record| matching(&record.histograms, name, tags).flatten().collect())
}

fn matching<V: Clone>(
    series: &BTreeMap<String, V>,
    name: &str,
    tags: &[(&str, &str)],
) -> impl Iterator<Item = V> {
    let start = format!("{name}{{");
    let tags: Vec<String> = tags.iter().map(|(tag, value)| format!(",{tag}={value},")).collect();
    series
        .iter()
        .filter(move |(key, _)| key.starts_with(&start) && tags.iter().all(|tag| key.contains(tag)))
        .map(|(_, value)| value.clone())
}

fn read<T>(question: impl FnOnce(&Record) -> T) -> T {
    let record = RECORD.get().expect("a rig has begun to count");
    let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
    for (key, _, _, value) in record.snapshotter.snapshot().into_vec() {
        let mut name = format!("{}{{,", key.key().name());
        for label in key.key().labels() {
            name.extend([label.key(), "=", label.value(), ","]);
        }
        match value {
            DebugValue::Counter(count) => *record.counters.entry(name).or_default() += count,
            DebugValue::Histogram(values) => {
                record.histograms.entry(name).or_default().extend(values.into_iter().map(f64::from));
            }
            DebugValue::Gauge(_) => {}
        }
    }
    question(&record)
}
