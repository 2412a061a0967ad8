//! What is written about a listener, in its attribute and in the configuration, and the one set of options that comes of it.
//!
//! Pure. `acemq.listeners.<id>.*` beats the attribute, which beats `acemq.listener.*`, field by field; the ladder has rules
//! of its own ([`retry`](super::retry)).

mod checks;
mod consumer_arguments;
mod exhausted;

use std::time::Duration;

use acemq_core::{exhausted::OnExhausted, key_source::KeySource, retry::RetryPolicy};

use self::checks::{PREFETCH, auto_startup, count, key_source, queue, timeout, window};
pub(crate) use self::{
    consumer_arguments::ConsumerArguments,
    exhausted::{is_own_queue, longest_wait},
};
use super::{Options, retry::RetryLayer};
use crate::{
    fault::{Fault, Origin, Place, Written},
    message::Table,
};

/// How many handlers run at once, unless it is written: one, which keeps the queue's order.
const CONCURRENCY: u16 = 1;
/// How often a message may come back without an outcome, unless it is written: below any delivery limit of a queue.
const MAX_REDELIVERIES: u32 = 10;
/// What `idempotent` says in a configuration to switch the attribute's off.
const NO_STORE: &str = "none";

/// What one source says about a listener; `None` is not written.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ListenerLayer {
    pub(crate) queue: Option<Written<String>>,
    pub(crate) retry: RetryLayer,
    pub(crate) idempotent: Option<Written<String>>,
    pub(crate) prefetch: Option<Written<u16>>,
    pub(crate) concurrency: Option<Written<u16>>,
    pub(crate) requeue_on_failure: Option<Written<bool>>,
    /// `true`, `false`, or a text that becomes one of them when its placeholders are filled in.
    pub(crate) auto_startup: Option<Written<String>>,
    pub(crate) order: Option<Written<i32>>,
    /// Zero when "no limit" was written.
    pub(crate) timeout: Option<Written<Duration>>,
    pub(crate) ack_batch: Option<Written<u32>>,
    pub(crate) max_redeliveries: Option<Written<u32>>,
    pub(crate) codec: Option<Written<String>>,
    pub(crate) on_exhausted: Option<Written<OnExhausted>>,
    pub(crate) idempotency_key: Option<Written<KeySource>>,
    pub(crate) consumer_arguments: ConsumerArguments,
}

/// A listener's options with every default filled in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Resolved {
    pub(crate) queue: String,
    pub(crate) retry: RetryPolicy,
    pub(crate) idempotent: Option<String>,
    pub(crate) prefetch: u16,
    pub(crate) concurrency: u16,
    /// Never beside a ladder.
    pub(crate) requeue_on_failure: bool,
    pub(crate) auto_startup: bool,
    pub(crate) order: i32,
    pub(crate) timeout: Option<Duration>,
    /// `None` is a quarter of prefetch, 64 at most.
    pub(crate) ack_batch: Option<u32>,
    /// How often a message may come back without an outcome.
    pub(crate) max_redeliveries: u32,
    /// The codec that reads every body, with its place: which codecs there are is known elsewhere.
    pub(crate) codec: Option<Written<String>>,
    /// `None` is the dead-letter queue.
    pub(crate) on_exhausted: Option<Written<OnExhausted>>,
    /// `None` is the attribute's function, if it names one, else the id.
    pub(crate) idempotency_key: Option<KeySource>,
    /// What the subscription carries.
    pub(crate) consumer_arguments: Table,
    /// What is written and has no effect.
    pub(crate) warnings: Vec<String>,
}

impl ListenerLayer {
    /// What an attribute says.
    ///
    /// # Errors
    ///
    /// Texts that the macro would have refused: options that were put together by hand.
    pub(crate) fn of_attribute(options: &Options, queue: &str, origin: &Origin) -> Result<Self, Vec<Fault>> {
        let place = |key: &str| Place::new(origin.clone(), key);
        let mut faults = Vec::new();
        let retry = options.retry.map(|text| RetryLayer::of_text(text, &place("retry")));
        let retry = kept(retry, &mut faults).unwrap_or_default();
        let on_exhausted = options.on_exhausted.map(|text| exhausted::of_text(text, &place("on_exhausted")));
        let on_exhausted = kept(on_exhausted, &mut faults);
        let idempotency_key = options.idempotency_key.map(|text| key_source(text, &place("idempotency_key")));
        let idempotency_key = kept(idempotency_key, &mut faults);
        let timeout = options.timeout.map(|text| timeout(text, &place("timeout")));
        let timeout = kept(timeout, &mut faults);
        let consumer_arguments = consumer_arguments::of_attribute(
            options.consumer_arguments.unwrap_or_default(),
            &place("consumer_arguments"),
        );
        let consumer_arguments = consumer_arguments.unwrap_or_else(|more| {
            faults.extend(more);
            ConsumerArguments::new()
        });
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Self {
            queue: Some(place("queue").holding(queue.to_owned())),
            retry,
            idempotent: options.idempotent.map(|name| place("idempotent").holding(name.to_owned())),
            prefetch: options.prefetch.map(|count| place("prefetch").holding(count)),
            concurrency: options.concurrency.map(|count| place("concurrency").holding(count)),
            requeue_on_failure: options
                .requeue_on_failure
                .map(|is_on| place("requeue_on_failure").holding(is_on)),
            auto_startup: options.auto_startup.map(|text| place("auto_startup").holding(text.to_owned())),
            order: options.order.map(|order| place("order").holding(order)),
            timeout,
            ack_batch: None,
            max_redeliveries: None,
            codec: options.codec.map(|name| place("codec").holding(name.to_owned())),
            on_exhausted,
            idempotency_key,
            consumer_arguments,
        })
    }

    /// This layer where it says something, else `lower`.
    pub(crate) fn or(self, lower: Self) -> Self {
        Self {
            queue: self.queue.or(lower.queue),
            retry: self.retry.or(lower.retry),
            idempotent: self.idempotent.or(lower.idempotent),
            prefetch: self.prefetch.or(lower.prefetch),
            concurrency: self.concurrency.or(lower.concurrency),
            requeue_on_failure: self.requeue_on_failure.or(lower.requeue_on_failure),
            auto_startup: self.auto_startup.or(lower.auto_startup),
            order: self.order.or(lower.order),
            timeout: self.timeout.or(lower.timeout),
            ack_batch: self.ack_batch.or(lower.ack_batch),
            max_redeliveries: self.max_redeliveries.or(lower.max_redeliveries),
            codec: self.codec.or(lower.codec),
            on_exhausted: self.on_exhausted.or(lower.on_exhausted),
            idempotency_key: self.idempotency_key.or(lower.idempotency_key),
            consumer_arguments: consumer_arguments::merged(self.consumer_arguments, lower.consumer_arguments),
        }
    }

    /// What is wrong with the layer that holds for all listeners, whatever the other layers say.
    pub(crate) fn faults_of_defaults(&self) -> Vec<Fault> {
        let mut faults = self.retry.faults();
        faults.extend(self.contradiction());
        faults
    }

    /// What is wrong with what one source says about one listener. Another source may complete it, so that only what it
    /// says in full is judged.
    pub(crate) fn faults_alone(&self) -> Vec<Fault> {
        let mut faults = if self.retry.is_on() { self.retry.faults() } else { Vec::new() };
        faults.extend(self.contradiction());
        faults.extend(consumer_arguments::arguments_faults(&self.consumer_arguments));
        if let Some(written) = self.queue.as_ref().filter(|queue| !queue.value.contains("${")) {
            queue(Some(written), &written.place, &mut faults);
        }
        faults
    }

    /// More handlers than messages for them, both written in this layer.
    fn contradiction(&self) -> Option<Fault> {
        window(self.concurrency.as_ref(), Some(self.prefetch.as_ref()?))
    }

    /// Replaces the placeholders in the texts that may have some, with what `fill` makes of each text.
    ///
    /// # Errors
    ///
    /// What `fill` cannot resolve, at the place of its text.
    pub(crate) fn filled(
        mut self,
        fill: impl Fn(&str) -> Result<String, Unfilled>,
    ) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        for text in [&mut self.queue, &mut self.auto_startup, &mut self.idempotent, &mut self.codec]
            .into_iter()
            .flatten()
        {
            match fill(&text.value) {
                Ok(filled) => text.value = filled,
                Err(unfilled) => faults.push(Fault::at(&text.place, unfilled.message, unfilled.help)),
            }
        }
        if faults.is_empty() { Ok(self) } else { Err(faults) }
    }
}

/// Why the placeholders of a text cannot be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unfilled {
    /// The fault.
    pub(crate) message: String,
    /// The way out.
    pub(crate) help: String,
}

/// Puts the three layers together and checks the result as the attribute is checked. Placeholders are filled in already.
///
/// `place` is the listener's own, for faults of what is not written at all.
///
/// # Errors
///
/// Everything that is wrong, each at the place where it was written.
pub(crate) fn resolve(
    attribute: &ListenerLayer,
    over: Option<&ListenerLayer>,
    defaults: &ListenerLayer,
    place: &Place,
) -> Result<Resolved, Vec<Fault>> {
    let silent = ListenerLayer::default();
    let over = over.unwrap_or(&silent);
    let merged = over.clone().or(attribute.clone()).or(defaults.clone());
    let mut faults = Vec::new();
    let mut warnings = Vec::new();

    let ladder = super::retry::resolve([&over.retry, &attribute.retry, &defaults.retry]);
    warnings.extend(ladder.warnings);
    let retry = ladder.policy;
    // A ladder that is wrong is reported as that, and not as missing.
    if ladder.faults.is_empty() {
        faults.extend(exhausted::fault(merged.on_exhausted.as_ref(), &retry, place));
    }
    faults.extend(ladder.faults);
    faults.extend(exhausted::comes_back(merged.on_exhausted.as_ref(), merged.queue.as_ref()));

    let requeued = attribute.requeue_on_failure.as_ref().filter(|requeue| requeue.value);
    if let Some(requeue) = requeued.filter(|_| attribute.retry.is_on()) {
        faults.push(Fault::at(
            &requeue.place,
            "`requeue_on_failure` stands beside `retry`, and a failed message can take one way only",
            "leave one of the two out",
        ));
    }
    let requeue_on_failure = match &merged.requeue_on_failure {
        Some(Written { value: true, place }) if !retry.is_none() => {
            warnings.push(format!(
                "{}: `{}` has no effect: the listener has a ladder, which wins",
                place.origin, place.key
            ));
            false
        }
        written => written.as_ref().is_some_and(|written| written.value),
    };

    warnings.extend(exhausted::idle(merged.on_exhausted.as_ref(), requeue_on_failure));

    faults.extend(window(merged.concurrency.as_ref(), merged.prefetch.as_ref()));
    let idempotent = merged.idempotent.map(|name| name.value).filter(|name| name != NO_STORE);
    if let (None, Some(Written { place, .. })) = (&idempotent, &merged.idempotency_key) {
        // A configuration may switch the store off and leave the key of the attribute where it is.
        warnings.push(format!("{}: `{}` has no effect: the listener has no store", place.origin, place.key));
    }
    let resolved = Resolved {
        queue: queue(merged.queue.as_ref(), place, &mut faults),
        retry,
        idempotent,
        prefetch: count(merged.prefetch.as_ref(), PREFETCH, &mut faults),
        concurrency: count(merged.concurrency.as_ref(), CONCURRENCY, &mut faults),
        requeue_on_failure,
        auto_startup: auto_startup(merged.auto_startup.as_ref(), &mut faults),
        order: merged.order.map_or(0, |order| order.value),
        timeout: merged.timeout.map(|timeout| timeout.value).filter(|timeout| !timeout.is_zero()),
        ack_batch: merged.ack_batch.as_ref().map(|batch| count(Some(batch), 1, &mut faults)),
        max_redeliveries: count(merged.max_redeliveries.as_ref(), MAX_REDELIVERIES, &mut faults),
        codec: merged.codec,
        on_exhausted: merged.on_exhausted,
        idempotency_key: merged.idempotency_key.map(|source| source.value),
        consumer_arguments: consumer_arguments::table(merged.consumer_arguments),
        warnings,
    };
    if faults.is_empty() { Ok(resolved) } else { Err(faults) }
}

/// What was read, or its fault.
fn kept<T>(read: Option<Result<T, Fault>>, faults: &mut Vec<Fault>) -> Option<T> {
    read?.map_err(|fault| faults.push(fault)).ok()
}

#[cfg(test)]
mod tests;
