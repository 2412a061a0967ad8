//! The decision: what is done with a message, from how its attempt ended. Pure: no clock, no randomness, no I/O.
//!
//! Precedence on a failure (design, decision 1): the ladder, then requeue-on-failure, then the dead-letter queue.

use std::time::Duration;

use acemq_core::{exhausted::OnExhausted, names::wait_name, retry::RetryPolicy};

use crate::{listener::longest_wait, message::Outcome};

/// A rung's time to live is whole milliseconds, and none is no wait.
const SHORTEST_RUNG: Duration = Duration::from_millis(1);

/// How long a message waits before it starts over where no ladder says it.
const WITHOUT_LADDER: Duration = Duration::from_secs(30);

/// How an attempt ended, the handler's word or what kept it from speaking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The handler ran and said this. A panic, a timeout and a store error are a retry with that cause.
    Said(Outcome),
    /// The arguments could not be built; the handler did not run.
    Undecodable(String),
    /// The store knows that the work was done.
    Duplicate,
    /// Somebody else holds the claim.
    InProgress,
    /// It came back this often without an outcome; the handler did not run.
    CameBack(u32),
    /// A suspect's handler was cut off when a drain overran.
    CutOff,
}

/// What the decision looks at besides the ending.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// The attempt that ended, from 1.
    pub(crate) attempt: u32,
    /// Age of the message now.
    pub(crate) age: Duration,
    /// A random number from 0 to 1, for the jitter.
    pub(crate) random: f64,
}

/// What the listener was told to do about failures.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// The ladder; `none` when there is none.
    pub(crate) retry: RetryPolicy,
    /// Without a ladder a failure goes back to the broker instead of to the dead-letter queue.
    pub(crate) requeue_on_failure: bool,
    /// What becomes of a message whose attempts are used up, or that is too old.
    pub(crate) on_exhausted: OnExhausted,
}

/// What is done with the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Acked: the work is done, now or earlier.
    Ack(Acked),
    /// Back to the broker, uncounted.
    Requeue(Requeued),
    /// A copy with the next attempt number, after a wait.
    Retry {
        /// Where and how long it waits.
        wait: Wait,
        /// Why.
        cause: String,
    },
    /// A copy with the same attempt number, on the rung of five seconds.
    PutBack,
    /// A copy with the reason to a queue that a person looks at.
    SetAside {
        /// Which queue.
        target: Target,
        /// What it is counted as.
        because: Because,
        /// The text for `x-acemq-error`.
        reason: String,
    },
    /// A copy with the reason at attempt 1, after a wait: the ladder begins again.
    StartOver {
        /// Where and how long it waits.
        wait: Wait,
        /// The text for `x-acemq-error`.
        reason: String,
    },
    /// A copy with the reason to an exchange of the application's.
    Republish {
        /// Which exchange; empty for the default one.
        exchange: String,
        /// With which routing key.
        routing_key: String,
        /// The text for `x-acemq-error`.
        reason: String,
    },
    /// No copy: the queue's own dead-letter exchange has it, if there is one.
    Reject {
        /// Why, for the log.
        reason: String,
    },
    /// Whatever the listener's recoverer answers.
    Recover {
        /// The text for `x-acemq-error`.
        reason: String,
    },
}

/// Why a message is acked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Acked {
    /// The handler accepted it.
    Done,
    /// The store knew it.
    Duplicate,
}

/// Why a message goes back to the broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Requeued {
    /// The handler released it.
    Released,
    /// It failed, under requeue-on-failure.
    Failed,
    /// Its handler was cut off.
    CutOff,
}

/// Where a retry waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// In this process, `jittered` long; handed to the broker it waits `whole`.
    Here {
        /// The wait with its jitter.
        jittered: Duration,
        /// The wait of the ladder.
        whole: Duration,
    },
    /// On the rung of exactly this wait, or the one that fits.
    Broker(Duration),
}

/// Where a message is set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// `{queue}.dlq`.
    DeadLetter,
    /// `{queue}.parked`.
    Parked,
}

/// Why a message is set aside, as it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Because {
    /// Attempts used up, too old, or a fatal error.
    GivenUp,
    /// The handler's own dead-letter.
    Rejected,
    /// Parked: by the handler, because it does not decode, or because it came back too often.
    Parked,
}

/// Decides what is done with a message.
pub(crate) fn decide(ending: Ending, facts: Facts, rules: &Rules) -> Verdict {
    match ending {
        Ending::Duplicate => Verdict::Ack(Acked::Duplicate),
        Ending::InProgress => Verdict::PutBack,
        Ending::CameBack(times) => park(format!("redelivered {times} times without an outcome")),
        Ending::Undecodable(cause) => park(format!("could not be decoded: {cause}")),
        Ending::Said(Outcome::Accept) => Verdict::Ack(Acked::Done),
        Ending::CutOff => Verdict::Requeue(Requeued::CutOff),
        Ending::Said(Outcome::Release) => Verdict::Requeue(Requeued::Released),
        Ending::Said(Outcome::Park { cause }) => park(format!("the handler parked it: {cause}")),
        Ending::Said(Outcome::DeadLetter { cause }) => {
            dead_letter(Because::Rejected, format!("the handler rejected it: {cause}"))
        }
        Ending::Said(Outcome::Fatal { cause }) => {
            dead_letter(Because::GivenUp, format!("the handler reported an unprocessable message: {cause}"))
        }
        Ending::Said(Outcome::Retry { cause }) => after_failure(cause, facts, rules),
        Ending::Said(Outcome::RetryAfter { wait, cause }) => after_asked_wait(wait, cause, facts, rules),
    }
}

/// The next step of the ladder, or the end of it.
fn after_failure(cause: String, facts: Facts, rules: &Rules) -> Verdict {
    let policy = &rules.retry;
    if policy.is_none() {
        return if rules.requeue_on_failure {
            Verdict::Requeue(Requeued::Failed)
        } else {
            exhausted(facts, rules, &cause)
        };
    }
    let Some(whole) = policy.wait(facts.attempt) else {
        return exhausted(facts, rules, &cause);
    };
    if let Some(verdict) = too_old(&cause, facts, rules) {
        return verdict;
    }
    let wait = ladder_wait(whole, facts.random, policy);
    Verdict::Retry { wait, cause }
}

/// A wait that the handler named: it needs no ladder, but a ladder's limits hold. Never early, so never jittered.
fn after_asked_wait(wait: Duration, cause: String, facts: Facts, rules: &Rules) -> Verdict {
    let policy = &rules.retry;
    if !policy.is_none() && facts.attempt >= policy.attempts() {
        return exhausted(facts, rules, &cause);
    }
    if let Some(verdict) = too_old(&cause, facts, rules) {
        return verdict;
    }
    let wait = if policy.waits_in_broker(wait) && wait >= SHORTEST_RUNG {
        Wait::Broker(wait)
    } else {
        Wait::Here { jittered: wait, whole: wait }
    };
    Verdict::Retry { wait, cause }
}

/// A wait of the ladder: jittered here, and whole in the broker, where it names a rung.
fn ladder_wait(whole: Duration, random: f64, policy: &RetryPolicy) -> Wait {
    if policy.waits_in_broker(whole) {
        Wait::Broker(whole)
    } else {
        Wait::Here { jittered: policy.jittered(whole, random), whole }
    }
}

fn too_old(cause: &str, facts: Facts, rules: &Rules) -> Option<Verdict> {
    let limit = rules.retry.age_limit()?;
    rules.retry.is_too_old(facts.age).then(|| {
        let limit = wait_name(limit);
        give_up(format!("exceeded the maximum message age of {limit}: {cause}"), facts, rules)
    })
}

fn exhausted(facts: Facts, rules: &Rules, cause: &str) -> Verdict {
    let attempt = facts.attempt;
    let attempts = if attempt == 1 { "attempt" } else { "attempts" };
    give_up(format!("exhausted {attempt} {attempts}: {cause}"), facts, rules)
}

/// Used up, or too old: the one place where `on_exhausted` decides.
fn give_up(reason: String, facts: Facts, rules: &Rules) -> Verdict {
    match &rules.on_exhausted {
        OnExhausted::DeadLetter => dead_letter(Because::GivenUp, reason),
        OnExhausted::Park => park(reason),
        OnExhausted::Requeue => {
            Verdict::StartOver { wait: wait_before_starting_over(facts.random, rules), reason }
        }
        OnExhausted::Republish { exchange, routing_key } => {
            Verdict::Republish { exchange: exchange.clone(), routing_key: routing_key.clone(), reason }
        }
        OnExhausted::Reject => Verdict::Reject { reason },
        OnExhausted::Recoverer(_) => Verdict::Recover { reason },
    }
}

/// The ladder's longest wait. Start-up refuses `requeue` without one; a recoverer may answer it all the same.
pub(super) fn wait_before_starting_over(random: f64, rules: &Rules) -> Wait {
    match longest_wait(&rules.retry) {
        Some(whole) => ladder_wait(whole, random, &rules.retry),
        None => Wait::Here { jittered: WITHOUT_LADDER, whole: WITHOUT_LADDER },
    }
}

fn dead_letter(because: Because, reason: String) -> Verdict {
    Verdict::SetAside { target: Target::DeadLetter, because, reason }
}

fn park(reason: String) -> Verdict {
    Verdict::SetAside { target: Target::Parked, because: Because::Parked, reason }
}

#[cfg(test)]
#[path = "decide_tests.rs"]
mod tests;
