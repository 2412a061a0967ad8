//! The rows of the wire contract's vectors that concern this crate.

#![allow(
    clippy::unwrap_used,
    reason = "a row that cannot be read fails the test with its place"
)]

use std::time::Duration;

use acemq_core::names::{self, RungKind};
use acemq_core::retry::{BrokerWait, DEFAULT_BROKER_WAIT, RetryPolicy};
use serde_json::Value;

fn vectors() -> Value {
    serde_json::from_str(include_str!("vectors.json")).unwrap()
}

fn rows<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    let rows = of[key].as_array().unwrap();
    assert!(!rows.is_empty(), "{key} has no rows");
    rows
}

fn millis(of: &Value) -> Duration {
    Duration::from_millis(of.as_u64().unwrap())
}

fn all_millis(of: &Value) -> Vec<Duration> {
    of.as_array().unwrap().iter().map(millis).collect()
}

fn text(of: &Value) -> &str {
    of.as_str().unwrap()
}

/// The policy of a row's `how`; the family writes `none()` where our grammar has no parentheses.
fn policy(how: &str) -> RetryPolicy {
    if how == "none()" { "none" } else { how }.parse().unwrap()
}

fn exactly(left: f64, right: f64) -> bool {
    (left - right).abs() < f64::EPSILON
}

#[test]
fn schedules_rungs_and_decisions_are_the_familys() {
    let vectors = vectors();
    for row in rows(&vectors, "retrySchedules") {
        let name = text(&row["name"]);
        let policy = policy(text(&row["how"]));
        assert_eq!(
            u64::from(policy.attempts()),
            row["maxAttempts"].as_u64().unwrap(),
            "{name}"
        );
        assert!(
            exactly(
                policy.effective_jitter(),
                row["jitterFactor"].as_f64().unwrap()
            ),
            "{name}"
        );
        assert_eq!(
            policy.age_limit().is_some(),
            row["hasMaxMessageAge"].as_bool().unwrap(),
            "{name}"
        );
        let threshold = BrokerWait::From(millis(&row["brokerWaitThresholdMillis"]));
        assert_eq!(policy.broker_wait(), threshold, "{name}");
        let schedule = all_millis(&row["scheduleMillis"]);
        assert_eq!(policy.schedule(), schedule, "{name}");
        let one_by_one: Vec<Duration> = (1..).map_while(|attempt| policy.wait(attempt)).collect();
        assert_eq!(one_by_one, schedule, "{name}");
        assert_eq!(
            policy.broker_rungs(),
            all_millis(&row["brokerRungDelaysMillis"]),
            "{name}"
        );
        for decision in rows(row, "decisions") {
            let attempt = u32::try_from(decision["attempt"].as_u64().unwrap()).unwrap();
            let age = millis(&decision["messageAgeMillis"]);
            let expected = decision["retries"].as_bool().unwrap();
            assert_eq!(policy.retries(attempt, age), expected, "{name}: {decision}");
        }
    }
}

#[test]
fn age_limits_are_the_familys() {
    let vectors = vectors();
    for case in rows(&vectors["maxMessageAge"], "cases") {
        let policy = RetryPolicy::fixed(3, Duration::from_secs(1))
            .give_up_after(millis(&case["maxMessageAgeMillis"]));
        let expected = case["retries"].as_bool().unwrap();
        assert_eq!(
            policy.retries(1, millis(&case["messageAgeMillis"])),
            expected,
            "{case}"
        );
    }
}

#[test]
fn jitter_is_the_familys() {
    let jitter = &vectors()["jitter"];
    let fixed = policy("fixed(3, 100s)");
    let exponential = policy("exponential(3, 100s, none)");
    assert!(exactly(
        fixed.effective_jitter(),
        jitter["factorFixed"].as_f64().unwrap()
    ));
    assert!(exactly(
        exponential.effective_jitter(),
        jitter["factorExponential"].as_f64().unwrap()
    ));
    let wait = Duration::from_secs(100);
    for (random, bound) in [(0.0, "minMultiplier"), (1.0, "maxMultiplier")] {
        let expected = wait.mul_f64(jitter[bound].as_f64().unwrap());
        assert_eq!(exponential.jittered(wait, random), expected, "{bound}");
    }
    let floor = millis(&jitter["flooredAtMillis"]["java"]);
    assert_eq!(exponential.jittered(floor, 0.0), floor);
}

#[test]
fn the_line_between_short_and_long_waits_is_the_familys() {
    let vectors = vectors();
    let line = &vectors["brokerWaitThreshold"];
    assert_eq!(
        DEFAULT_BROKER_WAIT,
        BrokerWait::From(millis(&line["defaultMillis"]))
    );
    assert_eq!(
        line["defaultMillis"],
        vectors["defaultBrokerWaitThresholdMillis"]
    );
    for case in rows(line, "cases") {
        let threshold = BrokerWait::From(millis(&case["thresholdMillis"]));
        let policy = policy("fixed(3, 1s)").wait_in_broker_from(threshold);
        let expected = case["waitsInBroker"].as_bool().unwrap();
        assert_eq!(
            policy.waits_in_broker(millis(&case["delayMillis"])),
            expected,
            "{case}"
        );
    }
}

#[test]
fn names_are_the_familys() {
    let vectors = vectors();
    assert_eq!(
        names::DEAD_LETTER_EXCHANGE,
        text(&vectors["deadLetterExchange"])
    );
    assert_eq!(names::RETRY_EXCHANGE, text(&vectors["retryExchange"]));
    let naming = &vectors["naming"];
    let queue = text(&naming["queue"]);
    assert_eq!(
        names::dead_letter_queue(queue),
        text(&naming["deadLetterQueue"])
    );
    assert_eq!(names::parked_queue(queue), text(&naming["parkedQueue"]));
    for row in rows(naming, "retryQueues") {
        let wait = millis(&row["delayMillis"]);
        let family = text(&row["java"]);
        assert_eq!(names::rung(queue, wait, RungKind::Classic), family);
        assert_eq!(
            names::rung(queue, wait, RungKind::Quorum),
            format!("{family}.quorum")
        );
    }
}

#[test]
fn rungs_are_named_after_the_time_to_live_that_they_have() {
    let vectors = vectors();
    for row in rows(&vectors, "rungArguments") {
        let home = text(&row["arguments"]["x-dead-letter-routing-key"]);
        let wait = millis(&row["arguments"]["x-message-ttl"]);
        assert_eq!(
            names::rung(home, wait, RungKind::Classic),
            text(&row["queue"])
        );
    }
}

#[test]
fn the_rungs_of_the_example_topology_are_the_familys() {
    let topology = &vectors()["topology"];
    let how = text(&topology["policy"]);
    let policy = policy(how.strip_suffix(" at the default threshold").unwrap());
    assert_eq!(
        policy.schedule(),
        all_millis(&topology["policyScheduleMillis"])
    );
    assert_eq!(
        policy.broker_rungs(),
        all_millis(&topology["policyRungDelaysMillis"])
    );
    let queue = text(&topology["sourceQueue"]);
    let declared: Vec<&str> = rows(topology, "queues")
        .iter()
        .map(|queue| text(&queue["name"]))
        .filter(|name| name.contains(".retry."))
        .collect();
    let ours: Vec<String> = policy
        .broker_rungs()
        .into_iter()
        .map(|wait| names::rung(queue, wait, RungKind::Classic))
        .collect();
    assert_eq!(ours, declared);
}
