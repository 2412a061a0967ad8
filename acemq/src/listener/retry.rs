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
    /// Whether it holds a ladder written as one text, which replaces what weaker sources of the same layer say.
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
            is_text: lower.is_text,
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
mod tests;
