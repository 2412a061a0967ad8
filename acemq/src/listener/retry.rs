//! What the sources say about a listener's ladder, and the one policy that comes of it.
//!
//! Kind, attempts and delays of one source stay together; an option that is not written is unset and falls through to the
//! next source; `none` or `enabled: false` ends the search.

use std::time::Duration;

use acemq_core::retry::{BrokerWait, RetryError, RetryFault, RetryKind, RetryPolicy};

use crate::fault::{Fault, Origin, Place, Written};

/// Attempts of a ladder that is switched on without saying how many, the first delivery counted.
const ATTEMPTS: u32 = 3;
/// The first wait of a ladder that does not say.
const INITIAL_DELAY: Duration = Duration::from_secs(1);
/// The longest wait of a ladder that does not say.
const MAX_DELAY: Duration = Duration::from_mins(1);

/// How the waits of a ladder come about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LadderKind {
    /// The same wait every time.
    Fixed,
    /// Waits that grow.
    #[default]
    Exponential,
}

/// What one source says about the ladder; `None` is not written.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RetryLayer {
    /// Whether it was written as one text, which replaces what a weaker source of the same layer says.
    pub(crate) is_text: bool,
    pub(crate) enabled: Option<Written<bool>>,
    pub(crate) kind: Option<Written<LadderKind>>,
    pub(crate) max_attempts: Option<Written<u32>>,
    pub(crate) initial_delay: Option<Written<Duration>>,
    /// Zero for no cap.
    pub(crate) max_delay: Option<Written<Duration>>,
    pub(crate) multiplier: Option<Written<f64>>,
    pub(crate) jitter: Option<Written<f64>>,
    /// Zero for no limit.
    pub(crate) give_up_after: Option<Written<Duration>>,
    pub(crate) broker_wait_threshold: Option<Written<BrokerWait>>,
}

/// What the layers came to.
#[derive(Debug)]
pub(super) struct Ladder {
    pub(super) policy: RetryPolicy,
    pub(super) warnings: Vec<String>,
    pub(super) faults: Vec<Fault>,
}

impl RetryLayer {
    /// A ladder written in the attribute's grammar.
    ///
    /// # Errors
    ///
    /// A text that is none.
    pub(crate) fn of_text(text: &str, place: &Place) -> Result<Self, Fault> {
        let policy: RetryPolicy =
            text.parse().map_err(|error: RetryError| Fault::at(place, error.message(), error.help()))?;
        Ok(Self::of_policy(&policy, place))
    }

    /// A ladder that is a policy already.
    pub(crate) fn of_policy(policy: &RetryPolicy, place: &Place) -> Self {
        let is_text = true;
        if policy.is_none() {
            return Self { is_text, enabled: Some(place.holding(false)), ..Self::default() };
        }
        let (kind, max_delay) = if policy.kind() == RetryKind::Fixed {
            (LadderKind::Fixed, None)
        } else {
            (LadderKind::Exponential, Some(place.holding(policy.max_delay().unwrap_or_default())))
        };
        Self {
            is_text,
            enabled: Some(place.holding(true)),
            kind: Some(place.holding(kind)),
            max_attempts: Some(place.holding(policy.attempts())),
            initial_delay: Some(place.holding(policy.initial_delay())),
            max_delay,
            multiplier: policy.multiplier_option().map(|value| place.holding(value)),
            jitter: policy.jitter_option().map(|value| place.holding(value)),
            give_up_after: policy.give_up_after_option().map(|value| place.holding(value)),
            broker_wait_threshold: policy.wait_in_broker_from_option().map(|value| place.holding(value)),
        }
    }

    /// This layer where it says something, else `lower`, which is the same layer from a weaker source.
    pub(crate) fn or(self, lower: Self) -> Self {
        if self.is_text {
            return self;
        }
        Self {
            is_text: lower.is_text && self.is_silent(),
            enabled: self.enabled.or(lower.enabled),
            kind: self.kind.or(lower.kind),
            max_attempts: self.max_attempts.or(lower.max_attempts),
            initial_delay: self.initial_delay.or(lower.initial_delay),
            max_delay: self.max_delay.or(lower.max_delay),
            multiplier: self.multiplier.or(lower.multiplier),
            jitter: self.jitter.or(lower.jitter),
            give_up_after: self.give_up_after.or(lower.give_up_after),
            broker_wait_threshold: self.broker_wait_threshold.or(lower.broker_wait_threshold),
        }
    }

    /// Whether it says nothing at all.
    pub(crate) fn is_silent(&self) -> bool {
        self.enabled.is_none() && self.ladder_places().is_empty() && self.option_places().is_empty()
    }

    /// Whether it switches a ladder on.
    pub(crate) fn is_on(&self) -> bool {
        self.enabled.as_ref().is_some_and(|enabled| enabled.value)
    }

    /// What is wrong with a ladder of these keys alone, switched on or not.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        build(self, self.clone()).1
    }

    /// Where kind, attempts and delays are written.
    fn ladder_places(&self) -> Vec<&Place> {
        [
            self.kind.as_ref().map(|written| &written.place),
            self.max_attempts.as_ref().map(|written| &written.place),
            self.initial_delay.as_ref().map(|written| &written.place),
            self.max_delay.as_ref().map(|written| &written.place),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Where the options are written.
    fn option_places(&self) -> Vec<&Place> {
        [
            self.multiplier.as_ref().map(|written| &written.place),
            self.jitter.as_ref().map(|written| &written.place),
            self.give_up_after.as_ref().map(|written| &written.place),
            self.broker_wait_threshold.as_ref().map(|written| &written.place),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The options of this layer where they are written, else those of `lower`; what makes the ladder stays.
    fn or_options_of(self, lower: &Self) -> Self {
        Self {
            multiplier: self.multiplier.or_else(|| lower.multiplier.clone()),
            jitter: self.jitter.or_else(|| lower.jitter.clone()),
            give_up_after: self.give_up_after.or_else(|| lower.give_up_after.clone()),
            broker_wait_threshold: self.broker_wait_threshold.or_else(|| lower.broker_wait_threshold.clone()),
            ..self
        }
    }
}

/// Finds the ladder in the layers, the strongest first.
pub(super) fn resolve(layers: [&RetryLayer; 3]) -> Ladder {
    let mut options = RetryLayer::default();
    let mut chosen: Option<&RetryLayer> = None;
    let mut idle: Vec<&Place> = Vec::new();
    for layer in layers {
        match &layer.enabled {
            Some(Written { value: false, .. }) => break,
            Some(_) => chosen = chosen.or(Some(layer)),
            None => idle.extend(layer.ladder_places()),
        }
        options = options.or_options_of(layer);
    }
    let mut warnings: Vec<String> = idle.into_iter().map(without_enabled).collect();
    let Some(ladder) = chosen else {
        warnings.extend(options.option_places().into_iter().map(without_enabled));
        return Ladder { policy: RetryPolicy::none(), warnings, faults: Vec::new() };
    };
    let (policy, faults) = build(ladder, options);
    Ladder { policy: policy.unwrap_or(RetryPolicy::none()), warnings, faults }
}

fn without_enabled(place: &Place) -> String {
    format!("{}: `{}` has no effect: no `enabled: true` stands beside it", place.origin, place.key)
}

/// Makes the policy of the chosen ladder with the options that fell through to it.
fn build(ladder: &RetryLayer, mut options: RetryLayer) -> (Option<RetryPolicy>, Vec<Fault>) {
    let kind = ladder.kind.as_ref().map_or(LadderKind::default(), |kind| kind.value);
    let attempts = ladder.max_attempts.as_ref().map_or(ATTEMPTS, |attempts| attempts.value);
    let initial = ladder.initial_delay.as_ref().map_or(INITIAL_DELAY, |delay| delay.value);
    let mut faults = Vec::new();
    let base = match kind {
        LadderKind::Fixed => {
            faults.extend(ladder.max_delay.as_ref().map(|delay| {
                Fault::at(
                    &delay.place,
                    "a ladder of kind `fixed` has one delay and no longest one",
                    "leave it out, or write `kind: exponential`",
                )
            }));
            // Its own is a contradiction; one that fell through belongs to somebody else's exponential ladder.
            if ladder.multiplier.is_none() {
                options.multiplier = None;
            }
            RetryPolicy::try_fixed(attempts, initial)
        }
        LadderKind::Exponential => {
            let max = ladder.max_delay.as_ref().map_or(MAX_DELAY, |delay| delay.value);
            RetryPolicy::try_exponential(attempts, initial, max)
        }
    };
    // One by one, so that each fault is found and stands at its own place.
    let mut policy = match base {
        Ok(policy) => Some(policy),
        Err(fault) => {
            faults.push(base_fault(fault, ladder));
            None
        }
    };
    // The options are checked even when the ladder is wrong, on one that is not.
    let mut checked = policy.unwrap_or(match kind {
        LadderKind::Fixed => RetryPolicy::fixed(ATTEMPTS, INITIAL_DELAY),
        LadderKind::Exponential => RetryPolicy::exponential(ATTEMPTS, INITIAL_DELAY, MAX_DELAY),
    });
    let mut apply = |place: &Place, made: Result<RetryPolicy, RetryFault>| match made {
        Ok(made) => Some(made),
        Err(fault) => {
            faults.push(Fault::at(place, fault.message(), fault.help()));
            None
        }
    };
    if let Some(written) = &options.multiplier {
        checked = apply(&written.place, checked.try_multiplier(written.value)).unwrap_or(checked);
    }
    if let Some(written) = &options.jitter {
        checked = apply(&written.place, checked.try_jitter(written.value)).unwrap_or(checked);
    }
    if let Some(written) = &options.give_up_after {
        checked = apply(&written.place, checked.try_give_up_after(written.value)).unwrap_or(checked);
    }
    if let Some(written) = &options.broker_wait_threshold {
        checked = apply(&written.place, checked.try_wait_in_broker_from(written.value)).unwrap_or(checked);
    }
    if policy.is_some() {
        policy = Some(checked);
    }
    (policy, faults)
}

/// The fault of a ladder's own numbers, at the key that it is about.
fn base_fault(fault: RetryFault, ladder: &RetryLayer) -> Fault {
    let attempts = ladder.max_attempts.as_ref().map(|written| &written.place);
    let initial = ladder.initial_delay.as_ref().map(|written| &written.place);
    let max = ladder.max_delay.as_ref().map(|written| &written.place);
    let enabled = ladder.enabled.as_ref().map(|written| &written.place);
    // A first delay that makes a ladder by itself is right: then it is the longest that is wrong.
    let is_longest = ladder.initial_delay.as_ref().is_some_and(|delay| is_wait(delay.value));
    let place = if fault == RetryFault::Attempts {
        attempts
    } else if fault == RetryFault::MaxBelowInitial || is_longest {
        max.or(initial)
    } else {
        initial.or(max)
    };
    let nowhere = Place::new(Origin::code(), "retry");
    let place = place.or(enabled).unwrap_or(&nowhere);
    let help = if fault == RetryFault::MaxBelowInitial && max.is_none() {
        "write `max-delay` too, which is `1m` unless written, or `none` for no cap"
    } else {
        fault.help()
    };
    Fault::at(place, fault.message(), help)
}

/// Whether a delay makes a ladder.
fn is_wait(delay: Duration) -> bool {
    RetryPolicy::try_fixed(ATTEMPTS, delay).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(key: &str) -> Place {
        Place::new(Origin::line("acemq.toml", 3), key)
    }

    fn text(ladder: &str) -> RetryLayer {
        if ladder.is_empty() {
            return RetryLayer::default();
        }
        RetryLayer::of_text(ladder, &place("retry")).expect(ladder)
    }

    fn keys(change: impl FnOnce(&mut RetryLayer)) -> RetryLayer {
        let mut layer = RetryLayer::default();
        change(&mut layer);
        layer
    }

    fn enabled(is_on: bool) -> Written<bool> {
        place("retry.enabled").holding(is_on)
    }

    /// The policy of three layers, the strongest first, in the grammar.
    fn policy(layers: [&RetryLayer; 3]) -> String {
        let ladder = resolve(layers);
        assert!(ladder.faults.is_empty(), "{:?}", ladder.faults);
        ladder.policy.to_string()
    }

    #[test]
    fn the_strongest_ladder_wins_as_a_whole_and_options_fall_through() {
        for (over, attribute, defaults, expected) in [
            ("", "", "", "none"),
            ("", "", "fixed(3, 1s)", "fixed(3, 1s)"),
            ("", "fixed(4, 2s)", "exponential(5, 1s, 1m)", "fixed(4, 2s)"),
            ("exponential(2, 1s, 9s)", "fixed(4, 2s)", "fixed(3, 1s)", "exponential(2, 1s, 9s)"),
            ("", "none", "fixed(3, 1s)", "none"),
            ("none", "fixed(4, 2s)", "fixed(3, 1s)", "none"),
            ("fixed(2, 1s)", "none", "fixed(3, 1s, jitter = 0.5)", "fixed(2, 1s)"),
            (
                "",
                "fixed(4, 2s)",
                "fixed(3, 1s, jitter = 0.5, give_up_after = 9m)",
                "fixed(4, 2s, jitter = 0.5, give_up_after = 9m)",
            ),
            (
                "exponential(2, 1s, 9s, jitter = 0.1)",
                "fixed(4, 2s, jitter = 0.3, wait_in_broker_from = always)",
                "exponential(3, 1s, 1m, multiplier = 3, jitter = 0.5)",
                "exponential(2, 1s, 9s, multiplier = 3, jitter = 0.1, wait_in_broker_from = always)",
            ),
            ("", "fixed(4, 2s)", "exponential(3, 1s, 1m, multiplier = 3)", "fixed(4, 2s)"),
            ("", "fixed(4, 2s, jitter = none)", "fixed(3, 1s, jitter = 0.5)", "fixed(4, 2s, jitter = none)"),
        ] {
            assert_eq!(
                policy([&text(over), &text(attribute), &text(defaults)]),
                expected,
                "{over:?} over {attribute:?} over {defaults:?}"
            );
        }
    }

    #[test]
    fn a_ladder_of_keys_has_the_defaults_of_the_family() {
        let silent = RetryLayer::default();
        let on = keys(|layer| layer.enabled = Some(enabled(true)));
        assert_eq!(policy([&silent, &silent, &on]), "exponential(3, 1s, 1m)");
        let fixed = keys(|layer| {
            layer.enabled = Some(enabled(true));
            layer.kind = Some(place("retry.kind").holding(LadderKind::Fixed));
            layer.initial_delay = Some(place("retry.initial-delay").holding(Duration::from_secs(7)));
        });
        assert_eq!(policy([&silent, &silent, &fixed]), "fixed(3, 7s)");
        let uncapped = keys(|layer| {
            layer.enabled = Some(enabled(true));
            layer.max_delay = Some(place("retry.max-delay").holding(Duration::ZERO));
            layer.jitter = Some(place("retry.jitter").holding(0.0));
        });
        assert_eq!(policy([&silent, &silent, &uncapped]), "exponential(3, 1s, none, jitter = none)");
    }

    #[test]
    fn switched_off_ends_the_search_like_none() {
        let off = keys(|layer| layer.enabled = Some(enabled(false)));
        assert_eq!(policy([&off, &text("fixed(4, 2s)"), &text("")]), "none");
        assert_eq!(
            policy([&text("fixed(2, 1s)"), &off, &text("fixed(3, 1s, jitter = 0.5)")]),
            "fixed(2, 1s)"
        );
    }

    #[test]
    fn an_option_alone_goes_to_the_ladder_of_another_layer() {
        let jitter = keys(|layer| layer.jitter = Some(place("retry.jitter").holding(0.0)));
        let silent = RetryLayer::default();
        for layers in [
            [&jitter, &text("fixed(4, 2s, jitter = 0.5)"), &silent],
            [&silent, &text("fixed(4, 2s)"), &jitter],
        ] {
            assert_eq!(policy(layers), "fixed(4, 2s, jitter = none)");
            assert_eq!(resolve(layers).warnings, Vec::<String>::new());
        }
    }

    #[test]
    fn keys_that_have_no_effect_warn() {
        let attempts = keys(|layer| {
            layer.max_attempts = Some(place("listener.retry.max-attempts").holding(7));
            layer.jitter = Some(place("listener.retry.jitter").holding(0.1));
        });
        let silent = RetryLayer::default();
        let warned = |key: &str| {
            format!("acemq.toml:3: `listener.retry.{key}` has no effect: no `enabled: true` stands beside it")
        };
        let ladder = resolve([&silent, &silent, &attempts]);
        assert!(ladder.policy.is_none());
        assert_eq!(ladder.warnings, [warned("max-attempts"), warned("jitter")]);
        let ladder = resolve([&attempts, &text("fixed(4, 2s)"), &silent]);
        assert_eq!(ladder.policy.to_string(), "fixed(4, 2s, jitter = 0.1)");
        assert_eq!(ladder.warnings, [warned("max-attempts")], "its jitter has one");
    }

    #[test]
    fn a_text_replaces_what_a_weaker_source_of_the_same_layer_says_and_a_key_adds_to_it() {
        let file = keys(|layer| {
            layer.enabled = Some(enabled(true));
            layer.multiplier = Some(place("retry.multiplier").holding(3.0));
            layer.jitter = Some(place("retry.jitter").holding(0.5));
        });
        assert_eq!(text("fixed(4, 2s)").or(file.clone()), text("fixed(4, 2s)"));
        let variable = keys(|layer| layer.max_attempts = Some(place("retry.max-attempts").holding(9)));
        let silent = RetryLayer::default();
        assert_eq!(policy([&variable.clone().or(text("fixed(4, 2s)")), &silent, &silent]), "fixed(9, 2s)");
        assert_eq!(
            policy([&variable.or(file), &silent, &silent]),
            "exponential(9, 1s, 1m, multiplier = 3, jitter = 0.5)"
        );
    }

    #[test]
    fn each_fault_stands_at_the_key_that_it_is_about() {
        let seconds = Duration::from_secs;
        let wrong = keys(|layer| {
            layer.enabled = Some(enabled(true));
            layer.max_attempts = Some(place("max-attempts").holding(10_001));
            layer.multiplier = Some(place("multiplier").holding(0.5));
            layer.jitter = Some(place("jitter").holding(1.5));
        });
        let below = keys(|layer| {
            layer.initial_delay = Some(place("initial-delay").holding(seconds(9)));
            layer.max_delay = Some(place("max-delay").holding(seconds(8)));
        });
        let above_default =
            keys(|layer| layer.initial_delay = Some(place("initial-delay").holding(seconds(90))));
        let short = keys(|layer| layer.initial_delay = Some(place("initial-delay").holding(Duration::ZERO)));
        let long = keys(|layer| layer.max_delay = Some(place("max-delay").holding(seconds(5_000_000))));
        let fixed = keys(|layer| {
            layer.kind = Some(place("kind").holding(LadderKind::Fixed));
            layer.max_delay = Some(place("max-delay").holding(seconds(8)));
            layer.multiplier = Some(place("multiplier").holding(3.0));
        });
        let limits = keys(|layer| {
            layer.give_up_after = Some(place("give-up-after").holding(Duration::from_nanos(1)));
            layer.broker_wait_threshold =
                Some(place("broker-wait-threshold").holding(BrokerWait::From(Duration::from_nanos(1))));
        });
        for (layer, expected) in [
            (wrong, vec!["max-attempts", "multiplier", "jitter"]),
            (below, vec!["max-delay"]),
            (above_default, vec!["initial-delay"]),
            (short, vec!["initial-delay"]),
            (long, vec!["max-delay"]),
            (fixed, vec!["max-delay", "multiplier"]),
            (limits, vec!["give-up-after", "broker-wait-threshold"]),
        ] {
            let faults = layer.faults();
            let keys: Vec<&str> = faults.iter().map(Fault::key).collect();
            assert_eq!(keys, expected, "{faults:?}");
            assert!(faults.iter().all(|fault| !fault.help().is_empty()), "{faults:?}");
        }
    }
}
