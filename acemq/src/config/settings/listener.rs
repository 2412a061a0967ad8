//! `acemq.listener.*` and `acemq.listeners.<id>.*` as layers.

use std::str::FromStr;

use acemq_core::retry::BrokerWait;

use super::topology::argument;
use crate::{
    config::{fold::LADDER_TEXT, read::Reader, tree::Entry},
    fault::{Fault, Origin, Place, Written},
    listener::{ConsumerArguments, LadderKind, ListenerLayer, RetryLayer},
};

/// What one table says about listeners.
pub(super) fn layer(table: &Reader<'_>) -> ListenerLayer {
    ListenerLayer {
        queue: table.text("queue"),
        retry: retry(table),
        idempotent: table.text("idempotent"),
        prefetch: table.integer("prefetch"),
        concurrency: table.integer("concurrency"),
        requeue_on_failure: table.is("requeue-on-failure"),
        auto_startup: table.text("auto-startup"),
        order: table.integer("order"),
        timeout: table.duration("timeout"),
        ack_batch: table.integer("ack-batch"),
        max_redeliveries: table.integer("max-redeliveries"),
        codec: table.text("codec"),
        on_exhausted: table.text("on-exhausted").and_then(parsed),
        idempotency_key: table.text("idempotency-key").and_then(parsed),
        consumer_arguments: ConsumerArguments::new(),
    }
}

/// The broker's own names and values, each with its place.
fn consumer_arguments(table: &Reader<'_>, faults: &mut Vec<Fault>) -> ConsumerArguments {
    const KEY: &str = "consumer-arguments";
    let Some(node) = table.find(KEY) else { return ConsumerArguments::new() };
    let path = table.place(KEY).key;
    let written = node.entries().iter().filter_map(|entry| {
        let place = Place::new(entry.node.origin.clone(), format!("{path}.{}", entry.name));
        let value = argument(&entry.node, &place.key, faults)?;
        Some((entry.name.as_str().into(), place.holding(value)))
    });
    written.collect()
}

/// What a text says that the schema has parsed already.
fn parsed<T: FromStr>(text: Written<String>) -> Option<Written<T>> {
    let Written { value, place } = text;
    Some(Written::new(value.parse().ok()?, place))
}

/// One entry of `listeners`: the name as it is written, where, and what it says.
pub(super) fn entry(entry: &Entry, faults: &mut Vec<Fault>) -> (String, Origin, ListenerLayer) {
    let table = Reader::new(&entry.node, format!("listeners.{}", entry.name));
    let layer = ListenerLayer { consumer_arguments: consumer_arguments(&table, faults), ..layer(&table) };
    faults.extend(layer.faults_alone());
    (entry.name.clone(), entry.origin.clone(), layer)
}

/// The ladder: what its text says, with the keys that a stronger source laid over it.
fn retry(table: &Reader<'_>) -> RetryLayer {
    let keys = table.below("retry");
    let written = RetryLayer {
        is_text: false,
        enabled: keys.is("enabled"),
        kind: keys.choice("kind", &[("fixed", LadderKind::Fixed), ("exponential", LadderKind::Exponential)]),
        max_attempts: keys.integer("max-attempts"),
        initial_delay: keys.duration("initial-delay"),
        max_delay: keys.duration("max-delay"),
        multiplier: keys.number("multiplier"),
        jitter: keys.number("jitter"),
        give_up_after: keys.duration("give-up-after"),
        broker_wait_threshold: threshold(&keys),
    };
    match keys.text(LADDER_TEXT) {
        None => written,
        // The text was parsed where it was folded.
        Some(text) => written.or(RetryLayer::of_text(&text.value, &table.place("retry")).unwrap_or_default()),
    }
}

fn threshold(keys: &Reader<'_>) -> Option<Written<BrokerWait>> {
    const KEY: &str = "broker-wait-threshold";
    match keys.find(KEY)?.kind.as_duration() {
        Some(length) => Some(Written::new(BrokerWait::From(length), keys.place(KEY))),
        None => keys.choice(KEY, &[("always", BrokerWait::Always), ("never", BrokerWait::Never)]),
    }
}
