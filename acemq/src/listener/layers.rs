//! What is written about a listener, in its attribute and in the configuration, and the one set of options that comes of it.
//!
//! Pure. `acemq.listeners.<id>.*` beats the attribute, which beats `acemq.listener.*`, field by field; the ladder has rules
//! of its own ([`retry`](super::retry)).

use std::time::Duration;

use acemq_core::{names, retry::RetryPolicy};

use super::{Options, retry::RetryLayer};
use crate::fault::{Fault, Origin, Place, Written};

/// How many messages may be unsettled at once, unless it is written.
const PREFETCH: u16 = 100;
/// How many handlers run at once, unless it is written: one, which keeps the queue's order.
const CONCURRENCY: u16 = 1;
/// How often a message may come back without an outcome before it is parked.
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
    pub(crate) max_redeliveries: u32,
    /// What is written and has no effect.
    pub(crate) warnings: Vec<String>,
}

impl ListenerLayer {
    /// What an attribute says.
    ///
    /// # Errors
    ///
    /// A retry text that the macro would have refused: options that were put together by hand.
    pub(crate) fn of_attribute(options: &Options, queue: &str, origin: &Origin) -> Result<Self, Vec<Fault>> {
        let place = |key: &str| Place::new(origin.clone(), key);
        let retry = match options.retry {
            None => RetryLayer::default(),
            Some(text) => RetryLayer::of_text(text, &place("retry")).map_err(|fault| vec![fault])?,
        };
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
            timeout: None,
            ack_batch: None,
            max_redeliveries: None,
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
        for text in [&mut self.queue, &mut self.auto_startup, &mut self.idempotent].into_iter().flatten() {
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
    faults.extend(ladder.faults);
    let retry = ladder.policy;

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

    faults.extend(window(merged.concurrency.as_ref(), merged.prefetch.as_ref()));
    let resolved = Resolved {
        queue: queue(merged.queue.as_ref(), place, &mut faults),
        retry,
        idempotent: merged.idempotent.map(|name| name.value).filter(|name| name != NO_STORE),
        prefetch: count(merged.prefetch.as_ref(), PREFETCH, &mut faults),
        concurrency: count(merged.concurrency.as_ref(), CONCURRENCY, &mut faults),
        requeue_on_failure,
        auto_startup: auto_startup(merged.auto_startup.as_ref(), &mut faults),
        order: merged.order.map_or(0, |order| order.value),
        timeout: merged.timeout.map(|timeout| timeout.value).filter(|timeout| !timeout.is_zero()),
        ack_batch: merged.ack_batch.as_ref().map(|batch| count(Some(batch), 1, &mut faults)),
        max_redeliveries: count(merged.max_redeliveries.as_ref(), MAX_REDELIVERIES, &mut faults),
        warnings,
    };
    if faults.is_empty() { Ok(resolved) } else { Err(faults) }
}

/// The queue, which has no default.
fn queue(written: Option<&Written<String>>, place: &Place, faults: &mut Vec<Fault>) -> String {
    let Some(written) = written else {
        faults.push(Fault::at(place, "the listener has no queue", "write `queue = \"orders.new\"`"));
        return String::new();
    };
    if let Err(error) = names::check_listener_queue_name(&written.value) {
        faults.push(Fault::at(&written.place, error.message(), error.help()));
    }
    written.value.clone()
}

/// A count from 1.
fn count<N: Copy + Default + PartialEq>(
    written: Option<&Written<N>>,
    default: N,
    faults: &mut Vec<Fault>,
) -> N {
    let Some(written) = written else { return default };
    if written.value == N::default() {
        faults.push(Fault::at(&written.place, "`0` is too small", "write `1` or more"));
    }
    written.value
}

/// Whether the listener starts with the application.
fn auto_startup(written: Option<&Written<String>>, faults: &mut Vec<Fault>) -> bool {
    let Some(written) = written else { return true };
    match written.value.trim() {
        text if text.eq_ignore_ascii_case("true") => true,
        text if text.eq_ignore_ascii_case("false") => false,
        text => {
            faults.push(Fault::at(
                &written.place,
                format!("`{text}` is neither `true` nor `false`"),
                "write `true` or `false`",
            ));
            true
        }
    }
}

/// More handlers than there are messages for them. Below a prefetch of 1 nobody asks: that is a fault of its own.
fn window(concurrency: Option<&Written<u16>>, prefetch: Option<&Written<u16>>) -> Option<Fault> {
    // One handler fits into every window.
    let concurrency = concurrency?;
    let handlers = concurrency.value;
    let (messages, from) = match prefetch {
        Some(Written { value, place }) => (*value, format!(" ({}: `{}`)", place.origin, place.key)),
        None => (PREFETCH, String::new()),
    };
    (messages > 0 && handlers > messages).then(|| {
        Fault::at(
            &concurrency.place,
            format!("{handlers} handlers are more than the {messages} messages of prefetch{from}"),
            format!("raise prefetch to `{handlers}` or lower concurrency to `{messages}`"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(options: Options) -> ListenerLayer {
        ListenerLayer::of_attribute(&options, "orders.new", &Origin::new("src/pay.rs:7:1"))
            .expect("an attribute")
    }

    fn place() -> Place {
        Place::new(Origin::new("src/pay.rs:7:1"), "on_payment")
    }

    fn config(key: &str) -> Place {
        Place::new(Origin::line("acemq.toml", 3), key)
    }

    fn texts(faults: Vec<Fault>) -> Vec<String> {
        faults.into_iter().map(|fault| fault.to_string()).collect()
    }

    #[test]
    fn a_bare_listener_has_the_defaults() {
        let silent = ListenerLayer::default();
        let resolved = resolve(&attribute(Options::default()), None, &silent, &place()).expect("defaults");
        assert_eq!(
            resolved,
            Resolved {
                queue: "orders.new".to_owned(),
                retry: RetryPolicy::none(),
                idempotent: None,
                prefetch: 100,
                concurrency: 1,
                requeue_on_failure: false,
                auto_startup: true,
                order: 0,
                timeout: None,
                ack_batch: None,
                max_redeliveries: 10,
                warnings: Vec::new(),
            }
        );
    }

    #[test]
    fn the_listener_s_own_configuration_beats_the_attribute_which_beats_the_defaults_key_by_key() {
        let written = attribute(Options {
            prefetch: Some(10),
            concurrency: Some(2),
            order: Some(-3),
            idempotent: Some("db"),
            auto_startup: Some("false"),
            ..Options::default()
        });
        let over = ListenerLayer {
            queue: Some(config("queue").holding("orders.eu".to_owned())),
            prefetch: Some(config("prefetch").holding(20)),
            timeout: Some(config("timeout").holding(Duration::from_secs(9))),
            ..ListenerLayer::default()
        };
        let defaults = ListenerLayer {
            prefetch: Some(config("prefetch").holding(30)),
            concurrency: Some(config("concurrency").holding(3)),
            timeout: Some(config("timeout").holding(Duration::from_secs(8))),
            ack_batch: Some(config("ack-batch").holding(7)),
            max_redeliveries: Some(config("max-redeliveries").holding(5)),
            requeue_on_failure: Some(config("requeue-on-failure").holding(true)),
            ..ListenerLayer::default()
        };
        let resolved = resolve(&written, Some(&over), &defaults, &place()).expect("layers");
        assert_eq!(
            resolved,
            Resolved {
                queue: "orders.eu".to_owned(),
                retry: RetryPolicy::none(),
                idempotent: Some("db".to_owned()),
                prefetch: 20,
                concurrency: 2,
                requeue_on_failure: true,
                auto_startup: false,
                order: -3,
                timeout: Some(Duration::from_secs(9)),
                ack_batch: Some(7),
                max_redeliveries: 5,
                warnings: Vec::new(),
            }
        );
    }

    #[test]
    fn what_an_attribute_switches_on_a_configuration_can_switch_off() {
        let written = attribute(Options {
            idempotent: Some("db"),
            requeue_on_failure: Some(true),
            auto_startup: Some("true"),
            ..Options::default()
        });
        let over = ListenerLayer {
            idempotent: Some(config("idempotent").holding("none".to_owned())),
            requeue_on_failure: Some(config("requeue-on-failure").holding(false)),
            auto_startup: Some(config("auto-startup").holding("FALSE".to_owned())),
            timeout: Some(config("timeout").holding(Duration::ZERO)),
            ..ListenerLayer::default()
        };
        let defaults = ListenerLayer {
            timeout: Some(config("timeout").holding(Duration::from_secs(8))),
            ..ListenerLayer::default()
        };
        let resolved = resolve(&written, Some(&over), &defaults, &place()).expect("layers");
        assert_eq!(
            (resolved.idempotent, resolved.requeue_on_failure, resolved.auto_startup, resolved.timeout),
            (None, false, false, None)
        );
    }

    #[test]
    fn everything_that_is_wrong_is_found_at_once_where_it_was_written() {
        let written = attribute(Options {
            prefetch: Some(0),
            concurrency: Some(0),
            retry: Some("fixed(3, 1s)"),
            requeue_on_failure: Some(true),
            auto_startup: Some("perhaps"),
            ..Options::default()
        });
        let over = ListenerLayer {
            queue: Some(config("listeners.on_payment.queue").holding("amq.orders".to_owned())),
            ..ListenerLayer::default()
        };
        let faults = resolve(&written, Some(&over), &ListenerLayer::default(), &place()).expect_err("faults");
        let at = "src/pay.rs:7:1";
        assert_eq!(
            texts(faults),
            [
                format!("{at}: `requeue_on_failure`: `requeue_on_failure` stands beside `retry`, and a failed message can take one way only\nhelp: leave one of the two out"),
                "acemq.toml:3: `listeners.on_payment.queue`: queue names that begin with `amq.` are the broker's own\nhelp: write `orders`".to_owned(),
                format!("{at}: `prefetch`: `0` is too small\nhelp: write `1` or more"),
                format!("{at}: `concurrency`: `0` is too small\nhelp: write `1` or more"),
                format!("{at}: `auto_startup`: `perhaps` is neither `true` nor `false`\nhelp: write `true` or `false`"),
            ]
        );
    }

    #[test]
    fn more_handlers_than_messages_are_refused_whichever_layers_they_come_from() {
        let over = |prefetch| ListenerLayer {
            prefetch: Some(config("listeners.on_payment.prefetch").holding(prefetch)),
            ..ListenerLayer::default()
        };
        let silent = ListenerLayer::default();
        for (concurrency, prefetch, refused) in [
            (4, Some(4), None),
            (
                4,
                Some(3),
                Some(
                    "4 handlers are more than the 3 messages of prefetch (acemq.toml:3: `listeners.on_payment.prefetch`)",
                ),
            ),
            (100, None, None),
            (101, None, Some("101 handlers are more than the 100 messages of prefetch")),
        ] {
            let written = attribute(Options { concurrency: Some(concurrency), ..Options::default() });
            let over = prefetch.map(over);
            let answer = resolve(&written, over.as_ref(), &silent, &place());
            let message = answer.err().map(|faults| faults[0].message().to_owned());
            assert_eq!(message.as_deref(), refused, "{concurrency} of {prefetch:?}");
        }
    }

    #[test]
    fn beside_a_ladder_from_another_layer_requeue_has_no_effect_and_that_is_said() {
        let written = attribute(Options { requeue_on_failure: Some(true), ..Options::default() });
        let defaults = ListenerLayer {
            retry: RetryLayer::of_text("fixed(3, 1s)", &config("listener.retry")).expect("a ladder"),
            ..ListenerLayer::default()
        };
        let resolved = resolve(&written, None, &defaults, &place()).expect("the ladder wins");
        assert!(!resolved.requeue_on_failure);
        assert_eq!(
            resolved.warnings,
            ["src/pay.rs:7:1: `requeue_on_failure` has no effect: the listener has a ladder, which wins"]
        );
    }

    #[test]
    fn placeholders_are_filled_in_or_reported_at_their_text() {
        let written = attribute(Options { auto_startup: Some("${on}"), ..Options::default() });
        let fill = |text: &str| Ok(text.replace("${on}", "false"));
        let filled = written.clone().filled(fill).expect("filled");
        let silent = ListenerLayer::default();
        assert!(!resolve(&filled, None, &silent, &place()).expect("options").auto_startup);
        let nothing = |text: &str| match text {
            "${on}" => Err(Unfilled { message: "nothing".to_owned(), help: "something".to_owned() }),
            text => Ok(text.to_owned()),
        };
        assert_eq!(
            texts(written.filled(nothing).expect_err("unfilled")),
            ["src/pay.rs:7:1: `auto_startup`: nothing\nhelp: something"]
        );
    }
}
