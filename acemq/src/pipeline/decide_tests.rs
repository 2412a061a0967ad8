//! The decision as a table: every outcome × attempt × age × policy.

use acemq_core::retry::BrokerWait;

use super::*;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_mins(1);

/// The middle of the jitter's range: the wait as the ladder names it.
const NO_JITTER: f64 = 0.5;

fn none() -> Rules {
    Rules { retry: RetryPolicy::none(), requeue_on_failure: false, on_exhausted: OnExhausted::DeadLetter }
}

fn with(retry: RetryPolicy) -> Rules {
    Rules { retry, ..none() }
}

fn requeue() -> Rules {
    Rules { requeue_on_failure: true, ..none() }
}

/// Waits 1, 2, 4, 8 s here.
fn short() -> Rules {
    with(RetryPolicy::exponential(5, SECOND, MINUTE))
}

/// The same ladder, given up on after ten minutes.
fn aging() -> Rules {
    let Rules { retry, .. } = short();
    with(retry.give_up_after(10 * MINUTE))
}

/// Waits 40, 40 s in the broker.
fn long() -> Rules {
    with(RetryPolicy::fixed(3, 40 * SECOND))
}

/// Every wait in the broker.
fn always() -> Rules {
    let Rules { retry, .. } = short();
    with(retry.wait_in_broker_from(BrokerWait::Always))
}

/// No wait in the broker.
fn never() -> Rules {
    let Rules { retry, .. } = long();
    with(retry.wait_in_broker_from(BrokerWait::Never))
}

/// A ladder *and* requeue-on-failure, as configuration can make it: the ladder wins.
fn both() -> Rules {
    Rules { requeue_on_failure: true, ..short() }
}

fn retry() -> Ending {
    Ending::Said(Outcome::Retry { cause: "c".into() })
}

fn retry_after(seconds: u64) -> Ending {
    Ending::Said(Outcome::RetryAfter { wait: Duration::from_secs(seconds), cause: "c".into() })
}

fn here(seconds: u64) -> Verdict {
    let wait = Duration::from_secs(seconds);
    Verdict::Retry { wait: Wait::Here { jittered: wait, whole: wait }, cause: "c".into() }
}

fn broker(seconds: u64) -> Verdict {
    Verdict::Retry { wait: Wait::Broker(Duration::from_secs(seconds)), cause: "c".into() }
}

fn dlq(because: Because, reason: &str) -> Verdict {
    Verdict::SetAside { target: Target::DeadLetter, because, reason: reason.into() }
}

fn given_up(reason: &str) -> Verdict {
    dlq(Because::GivenUp, reason)
}

fn forms() -> [OnExhausted; 6] {
    [
        OnExhausted::DeadLetter,
        OnExhausted::Park,
        OnExhausted::Requeue,
        OnExhausted::Reject,
        OnExhausted::Republish { exchange: "x".into(), routing_key: "k".into() },
        OnExhausted::Recoverer("archive".into()),
    ]
}

fn every_ladder_and_form() -> impl Iterator<Item = (Rules, OnExhausted)> {
    let ladders = [none(), requeue(), short(), aging(), long(), always(), never(), both()];
    ladders.into_iter().flat_map(|rules| forms().into_iter().map(move |form| (rules.clone(), form)))
}

#[test]
fn used_up_and_too_old_end_as_the_listener_says() {
    let used_up = "exhausted 5 attempts: c";
    let once = "exhausted 1 attempt: c";
    let too_old = "exceeded the maximum message age of 10m: c";
    let [dead_letter, parked, requeued, rejected, republished, recovered] = forms();
    let start_over = |wait: Wait, reason: &str| Verdict::StartOver { wait, reason: reason.into() };
    let wait_here = |seconds| {
        let wait = Duration::from_secs(seconds);
        Wait::Here { jittered: wait, whole: wait }
    };
    let republish = |reason: &str| Verdict::Republish {
        exchange: "x".into(),
        routing_key: "k".into(),
        reason: reason.into(),
    };
    let reject = |reason: &str| Verdict::Reject { reason: reason.into() };
    let recover = |reason: &str| Verdict::Recover { reason: reason.into() };
    let old = 10 * MINUTE;
    let rows: Vec<(&str, &OnExhausted, Rules, u32, Duration, Verdict)> = vec![
        ("dead letter, used up", &dead_letter, aging(), 5, SECOND, given_up(used_up)),
        ("dead letter, too old", &dead_letter, aging(), 1, old, given_up(too_old)),
        ("dead letter, no ladder", &dead_letter, none(), 1, SECOND, given_up(once)),
        ("park, used up", &parked, aging(), 5, SECOND, park(used_up.into())),
        ("park, too old", &parked, aging(), 1, old, park(too_old.into())),
        ("park, no ladder", &parked, none(), 1, SECOND, park(once.into())),
        ("requeue, used up", &requeued, aging(), 5, SECOND, start_over(wait_here(8), used_up)),
        ("requeue, too old", &requeued, aging(), 1, old, start_over(wait_here(8), too_old)),
        (
            "requeue, in the broker",
            &requeued,
            long(),
            3,
            SECOND,
            start_over(Wait::Broker(40 * SECOND), "exhausted 3 attempts: c"),
        ),
        (
            "requeue, always in the broker",
            &requeued,
            always(),
            5,
            SECOND,
            start_over(Wait::Broker(8 * SECOND), used_up),
        ),
        (
            "requeue, never in the broker",
            &requeued,
            never(),
            3,
            SECOND,
            start_over(wait_here(40), "exhausted 3 attempts: c"),
        ),
        ("reject, used up", &rejected, aging(), 5, SECOND, reject(used_up)),
        ("reject, too old", &rejected, aging(), 1, old, reject(too_old)),
        ("reject, no ladder", &rejected, none(), 1, SECOND, reject(once)),
        ("republish, used up", &republished, aging(), 5, SECOND, republish(used_up)),
        ("republish, too old", &republished, aging(), 1, old, republish(too_old)),
        ("republish, no ladder", &republished, none(), 1, SECOND, republish(once)),
        ("recoverer, used up", &recovered, aging(), 5, SECOND, recover(used_up)),
        ("recoverer, too old", &recovered, aging(), 1, old, recover(too_old)),
        ("recoverer, no ladder", &recovered, none(), 1, SECOND, recover(once)),
    ];
    for (name, form, rules, attempt, age, expected) in rows {
        let rules = Rules { on_exhausted: form.clone(), ..rules };
        let facts = Facts { attempt, age, random: NO_JITTER };
        assert_eq!(decide(retry(), facts, &rules), expected, "{name}");
        assert_eq!(
            decide(retry(), Facts { attempt: 1, age: SECOND, ..facts }, &rules) == expected,
            attempt == 1 && age == SECOND,
            "{name}: not before"
        );
        if !rules.retry.is_none() {
            assert_eq!(
                decide(retry_after(7), facts, &rules),
                expected,
                "{name}, with a wait that the handler named"
            );
        }
    }
}

#[test]
fn what_starts_over_is_jittered_here_and_never_in_the_broker() {
    let started_over = |rules: Rules, random| {
        let rules = Rules { on_exhausted: OnExhausted::Requeue, ..rules };
        decide(retry(), Facts { attempt: 5, age: SECOND, random }, &rules)
    };
    let over = |wait| Verdict::StartOver { wait, reason: "exhausted 5 attempts: c".into() };
    let whole = 8 * SECOND;
    for (random, millis) in [(0.0, 6_400), (0.5, 8_000), (1.0, 9_600)] {
        let jittered = Duration::from_millis(millis);
        assert_eq!(started_over(short(), random), over(Wait::Here { jittered, whole }));
        assert_eq!(started_over(always(), random), over(Wait::Broker(whole)));
    }
}

#[test]
fn where_no_ladder_says_how_long_a_message_that_starts_over_waits_half_a_minute_here() {
    let half_a_minute = Duration::from_secs(30);
    let expected = Wait::Here { jittered: half_a_minute, whole: half_a_minute };
    assert_eq!(wait_before_starting_over(1.0, &none()), expected);
    assert_eq!(wait_before_starting_over(0.5, &long()), Wait::Broker(40 * SECOND));
}

#[test]
fn a_failure_walks_the_ladder_then_requeue_then_the_dead_letter_queue() {
    let too_old = "exceeded the maximum message age of 10m: c";
    let rows: Vec<(&str, Rules, u32, Duration, Verdict)> = vec![
        ("no ladder", none(), 1, SECOND, given_up("exhausted 1 attempt: c")),
        ("no ladder, a later attempt", none(), 3, SECOND, given_up("exhausted 3 attempts: c")),
        ("no ladder, very old", none(), 1, 999 * MINUTE, given_up("exhausted 1 attempt: c")),
        ("requeue", requeue(), 1, SECOND, Verdict::Requeue(Requeued::Failed)),
        ("requeue never ends", requeue(), 9_999, 999 * MINUTE, Verdict::Requeue(Requeued::Failed)),
        ("first step", short(), 1, SECOND, here(1)),
        ("second step", short(), 2, SECOND, here(2)),
        ("last step", short(), 4, SECOND, here(8)),
        ("used up", short(), 5, SECOND, given_up("exhausted 5 attempts: c")),
        ("beyond used up", short(), 50, SECOND, given_up("exhausted 50 attempts: c")),
        ("no age limit", short(), 1, 999 * MINUTE, here(1)),
        ("young enough", aging(), 1, Duration::from_millis(599_999), here(1)),
        ("age equal to the limit is too old", aging(), 1, 10 * MINUTE, given_up(too_old)),
        ("older", aging(), 4, 11 * MINUTE, given_up(too_old)),
        ("used up and too old is used up", aging(), 5, 11 * MINUTE, given_up("exhausted 5 attempts: c")),
        ("at or above the line", long(), 1, SECOND, broker(40)),
        ("used up above the line", long(), 3, SECOND, given_up("exhausted 3 attempts: c")),
        ("always in the broker", always(), 1, SECOND, broker(1)),
        ("never in the broker", never(), 1, SECOND, here(40)),
        ("the ladder beats requeue", both(), 1, SECOND, here(1)),
        ("a used-up ladder beats requeue", both(), 5, SECOND, given_up("exhausted 5 attempts: c")),
    ];
    for (name, rules, attempt, age, expected) in rows {
        let facts = Facts { attempt, age, random: NO_JITTER };
        assert_eq!(decide(retry(), facts, &rules), expected, "{name}");
    }
}

#[test]
fn a_wait_that_the_handler_names_is_never_early_and_counts() {
    let too_old = "exceeded the maximum message age of 10m: c";
    let rows: Vec<(&str, Rules, u32, u64, Duration, Verdict)> = vec![
        ("needs no ladder", none(), 1, 7, SECOND, here(7)),
        ("has no end without one", none(), 99, 7, SECOND, here(7)),
        ("beats requeue", requeue(), 1, 7, SECOND, here(7)),
        ("its own rung at the line", none(), 1, 30, SECOND, broker(30)),
        ("just below the line", none(), 1, 29, SECOND, here(29)),
        ("another wait than the ladder's", short(), 1, 7, SECOND, here(7)),
        ("on the last attempt it is used up", short(), 5, 7, SECOND, given_up("exhausted 5 attempts: c")),
        ("too old", aging(), 1, 7, 10 * MINUTE, given_up(too_old)),
        ("always in the broker", always(), 1, 7, SECOND, broker(7)),
        ("no wait is nowhere", always(), 1, 0, SECOND, here(0)),
        ("never in the broker", never(), 1, 700, SECOND, here(700)),
    ];
    for (name, rules, attempt, wait, age, expected) in rows {
        for random in [0.0, NO_JITTER, 1.0] {
            let facts = Facts { attempt, age, random };
            assert_eq!(decide(retry_after(wait), facts, &rules), expected, "{name}");
        }
    }
}

#[test]
fn every_other_ending_is_the_same_on_every_attempt_age_and_policy() {
    let cause = || "c".to_owned();
    let rows = [
        (Ending::Said(Outcome::Accept), Verdict::Ack(Acked::Done)),
        (Ending::Said(Outcome::Release), Verdict::Requeue(Requeued::Released)),
        (
            Ending::Said(Outcome::DeadLetter { cause: cause() }),
            dlq(Because::Rejected, "the handler rejected it: c"),
        ),
        (
            Ending::Said(Outcome::Fatal { cause: cause() }),
            given_up("the handler reported an unprocessable message: c"),
        ),
        (Ending::Said(Outcome::Park { cause: cause() }), park("the handler parked it: c".into())),
        (Ending::CameBack(10), park("redelivered 10 times without an outcome".into())),
        (Ending::Undecodable(cause()), park("could not be decoded: c".into())),
        (Ending::Duplicate, Verdict::Ack(Acked::Duplicate)),
        (Ending::CutOff, Verdict::Requeue(Requeued::CutOff)),
        (Ending::InProgress, Verdict::PutBack),
    ];
    for (ending, expected) in rows {
        for (rules, on_exhausted) in every_ladder_and_form() {
            let rules = Rules { on_exhausted, ..rules };
            for attempt in [1, 2, 5, 10_000] {
                for age in [Duration::ZERO, 10 * MINUTE, 365 * 24 * 60 * MINUTE] {
                    let facts = Facts { attempt, age, random: 0.0 };
                    assert_eq!(decide(ending.clone(), facts, &rules), expected, "{ending:?} {rules:?}");
                }
            }
        }
    }
}

#[test]
fn jitter_moves_a_wait_here_in_both_directions_and_never_one_in_the_broker() {
    let facts = |random| Facts { attempt: 1, age: SECOND, random };
    let millis = Duration::from_millis;
    for (random, jittered) in [(0.0, millis(800)), (0.5, millis(1_000)), (1.0, millis(1_200))] {
        let expected = Verdict::Retry { wait: Wait::Here { jittered, whole: SECOND }, cause: "c".into() };
        assert_eq!(decide(retry(), facts(random), &short()), expected);
        assert_eq!(decide(retry(), facts(random), &always()), broker(1));
    }
}
