//! What follows from a policy: waits, rungs, jitter, ages, layering.

#![allow(
    clippy::unwrap_used,
    reason = "a policy that cannot be read fails the test with its place"
)]

use std::time::Duration;

use acemq_core::names::{self, RungKind};
use acemq_core::retry::{BrokerWait, MAX_WAIT, RetryFault, RetryKind, RetryPolicy};
use proptest::prelude::*;

const SECOND: Duration = Duration::from_secs(1);

fn policy(text: &str) -> RetryPolicy {
    text.parse().unwrap()
}

fn seconds<const N: usize>(seconds: [u64; N]) -> Vec<Duration> {
    seconds.map(Duration::from_secs).to_vec()
}

#[test]
fn waits_and_rungs_are_those_of_the_contract() {
    for (text, schedule, rungs) in [
        ("none", vec![], vec![]),
        ("fixed(1, 1s)", vec![], vec![]),
        ("fixed(3, 90s)", seconds([90, 90]), seconds([90])),
        ("exponential(5, 2s, 30s)", seconds([2, 4, 8, 16]), vec![]),
        (
            "exponential(6, 2s, 30s)",
            seconds([2, 4, 8, 16, 30]),
            seconds([30]),
        ),
        ("exponential(5, 2s, 10s)", seconds([2, 4, 8, 10]), vec![]),
        (
            "exponential(5, 1s, 5m, wait_in_broker_from = 5s)",
            seconds([1, 2, 4, 8]),
            seconds([8]),
        ),
        (
            "exponential(10, 5s, 1h, wait_in_broker_from = 5s)",
            seconds([5, 10, 20, 40, 80, 160, 320, 640, 1280]),
            seconds([5, 10, 20, 40, 80, 160, 320, 640, 1280]),
        ),
        (
            "exponential(6, 20s, 40s, multiplier = 1.5)",
            seconds([20, 30, 40, 40, 40]),
            seconds([30, 40]),
        ),
        (
            "exponential(4, 2s, none, wait_in_broker_from = always)",
            seconds([2, 4, 8]),
            seconds([2, 4, 8]),
        ),
        (
            "fixed(4, 1h, wait_in_broker_from = never)",
            seconds([3600; 3]),
            vec![],
        ),
        (
            "exponential(4, 1m, none, multiplier = 1)",
            seconds([60; 3]),
            seconds([60]),
        ),
    ] {
        assert_eq!(policy(text).schedule(), schedule, "{text}");
        assert_eq!(policy(text).broker_rungs(), rungs, "{text}");
    }
}

#[test]
fn waits_are_kept_unrounded_from_step_to_step() {
    // 3, 4.5, 6.75, 10.125: rounding each step would give 3, 4, 6, 9.
    let waits = policy("exponential(5, 3ms, none, multiplier = 1.5)").schedule();
    assert_eq!(waits, [3, 4, 6, 10].map(Duration::from_millis));
}

#[test]
fn a_ladder_without_a_cap_stops_at_what_a_broker_accepts() {
    let steep = policy("exponential(10000, 1ms, none, multiplier = 1000000)");
    assert_eq!(steep.wait(9_999), Some(MAX_WAIT));
    assert_eq!(steep.schedule().len(), 9_999);
    assert_eq!(steep.schedule().last(), Some(&MAX_WAIT));
    assert_eq!(
        names::rung("q", MAX_WAIT, RungKind::Classic),
        "q.retry.4294967295ms"
    );
    let overflowing = RetryPolicy::exponential(3, SECOND, Duration::ZERO).multiplier(f64::MAX);
    assert_eq!(overflowing.schedule(), [SECOND, MAX_WAIT]);
}

#[test]
fn attempts_are_counted_from_one() {
    let policy = policy("fixed(3, 1s)");
    assert_eq!(policy.wait(0), Some(SECOND));
    assert_eq!(policy.wait(1), Some(SECOND));
    assert_eq!(policy.wait(2), Some(SECOND));
    assert_eq!(policy.wait(3), None);
    assert_eq!(policy.wait(u32::MAX), None);
    assert_eq!(RetryPolicy::none().wait(1), None);
}

#[test]
fn a_message_whose_age_is_the_limit_is_too_old() {
    let limited = policy("fixed(3, 1s, give_up_after = 2m)");
    for (age, too_old) in [
        (0, false),
        (119_999, false),
        (120_000, true),
        (120_001, true),
    ] {
        let age = Duration::from_millis(age);
        assert_eq!(limited.is_too_old(age), too_old, "{age:?}");
        assert_eq!(limited.retries(1, age), !too_old, "{age:?}");
        assert!(!limited.retries(3, age), "{age:?}");
    }
    assert!(!policy("fixed(3, 1s, give_up_after = none)").is_too_old(Duration::MAX));
    assert!(!policy("fixed(3, 1s)").is_too_old(Duration::MAX));
}

#[test]
fn a_wait_of_the_threshold_is_the_brokers() {
    let default = policy("fixed(3, 1s)");
    assert!(default.waits_in_broker(Duration::from_secs(30)));
    assert!(!default.waits_in_broker(Duration::from_nanos(29_999_999_999)));
    let always = default.wait_in_broker_from(BrokerWait::Always);
    assert!(always.waits_in_broker(Duration::from_millis(1)));
    assert!(!always.waits_in_broker(Duration::from_nanos(999_999)));
    assert!(
        !default
            .wait_in_broker_from(BrokerWait::Never)
            .waits_in_broker(MAX_WAIT)
    );
    assert!(RetryPolicy::none().waits_in_broker(Duration::from_secs(30)));
}

#[test]
fn jitter_varies_a_wait_in_both_directions() {
    let tenth = policy("fixed(3, 1s, jitter = 0.1)");
    for (random, millis) in [
        (0.0, 900),
        (0.25, 950),
        (0.5, 1000),
        (0.75, 1050),
        (1.0, 1100),
        (-3.0, 900),
        (7.0, 1100),
        (f64::NAN, 900),
    ] {
        assert_eq!(
            tenth.jittered(SECOND, random),
            Duration::from_millis(millis),
            "{random}"
        );
    }
    let whole = policy("fixed(3, 1s, jitter = 1)");
    assert_eq!(whole.jittered(SECOND, 0.0), Duration::from_millis(1));
    assert_eq!(whole.jittered(SECOND, 1.0), Duration::from_secs(2));
}

#[test]
fn a_wait_without_jitter_stays_as_it_is() {
    let exact = policy("fixed(3, 1s)");
    assert_eq!(exact.jittered(SECOND, 0.9), SECOND);
    assert_eq!(
        exact.jittered(Duration::ZERO, 0.9),
        Duration::from_millis(1)
    );
    let odd = Duration::from_millis((1 << 53) + 1);
    assert_eq!(exact.jittered(odd, 0.9), odd);
}

#[test]
fn a_wait_takes_its_rung_or_the_next_longer_or_the_longest() {
    let rungs = seconds([40, 160, 80]);
    for (wait, rung) in [
        (1, 40),
        (40, 40),
        (41, 80),
        (80, 80),
        (81, 160),
        (160, 160),
        (9999, 160),
    ] {
        let found = RetryPolicy::rung_for(Duration::from_secs(wait), &rungs);
        assert_eq!(found, Some(Duration::from_secs(rung)), "{wait}");
    }
    assert_eq!(RetryPolicy::rung_for(SECOND, &[]), None);
}

#[test]
fn options_fall_through_and_arguments_do_not() {
    let lower = policy(
        "exponential(9, 1s, 1m, multiplier = 3, jitter = 0.5, give_up_after = 10m, wait_in_broker_from = 5s)",
    );
    for (text, merged) in [
        (
            "exponential(5, 2s, none)",
            "exponential(5, 2s, none, multiplier = 3, jitter = 0.5, give_up_after = 10m, wait_in_broker_from = 5s)",
        ),
        (
            "exponential(5, 2s, 30s, multiplier = 2, jitter = none, give_up_after = none, wait_in_broker_from = never)",
            "exponential(5, 2s, 30s, multiplier = 2, jitter = none, give_up_after = none, wait_in_broker_from = never)",
        ),
        (
            "fixed(5, 2s)",
            "fixed(5, 2s, jitter = 0.5, give_up_after = 10m, wait_in_broker_from = 5s)",
        ),
        ("none", "none"),
    ] {
        assert_eq!(policy(text).or_options_of(&lower), policy(merged), "{text}");
        assert_eq!(
            policy(text).or_options_of(&policy(text)),
            policy(text),
            "{text}"
        );
    }
}

#[test]
fn what_is_not_written_has_a_default_and_is_not_an_option() {
    let bare = policy("exponential(5, 2s, none)");
    assert_eq!(bare.kind(), RetryKind::Exponential);
    assert_eq!(bare.initial_delay(), Duration::from_secs(2));
    assert_eq!(bare.max_delay(), None);
    assert_eq!(bare.multiplier_option(), None);
    assert_eq!(bare.jitter_option(), None);
    assert_eq!(bare.give_up_after_option(), None);
    assert_eq!(bare.wait_in_broker_from_option(), None);
    assert_eq!(bare.effective_multiplier().to_string(), "2");
    assert_eq!(
        policy("fixed(5, 2s)").effective_multiplier().to_string(),
        "1"
    );
    let off = policy("exponential(5, 2s, 30s, jitter = none, give_up_after = none)");
    assert_eq!(off.max_delay(), Some(Duration::from_secs(30)));
    assert_eq!(off.jitter_option(), Some(0.0));
    assert_eq!(off.give_up_after_option(), Some(Duration::ZERO));
    assert_eq!(off.age_limit(), None);
}

#[test]
fn a_policy_can_be_a_constant() {
    const POLICY: RetryPolicy =
        RetryPolicy::exponential(5, Duration::from_secs(2), Duration::from_secs(30))
            .multiplier(3.0)
            .jitter(0.1)
            .give_up_after(Duration::from_mins(10))
            .wait_in_broker_from(BrokerWait::From(Duration::from_secs(5)));
    const WAIT: Option<Duration> = POLICY.wait(2);
    const RETRIES: bool = POLICY.retries(1, Duration::ZERO);
    const JITTERED: Duration = POLICY.jittered(Duration::from_secs(10), 1.0);
    assert_eq!(
        POLICY.to_string(),
        "exponential(5, 2s, 30s, multiplier = 3, jitter = 0.1, give_up_after = 10m, wait_in_broker_from = 5s)"
    );
    assert_eq!(WAIT, Some(Duration::from_secs(6)));
    assert_eq!(JITTERED, Duration::from_secs(11));
    const { assert!(RETRIES) };
}

#[test]
fn values_without_sense_are_refused() {
    let fixed = RetryPolicy::fixed(3, SECOND);
    let exponential = RetryPolicy::exponential(3, SECOND, Duration::ZERO);
    let none = RetryPolicy::none();
    let sliver = Duration::from_micros(999);
    for (made, fault) in [
        (RetryPolicy::try_fixed(0, SECOND), RetryFault::Attempts),
        (RetryPolicy::try_fixed(10_001, SECOND), RetryFault::Attempts),
        (
            RetryPolicy::try_fixed(3, Duration::ZERO),
            RetryFault::WaitTooShort,
        ),
        (RetryPolicy::try_fixed(3, sliver), RetryFault::WaitTooShort),
        (
            RetryPolicy::try_fixed(3, MAX_WAIT + Duration::from_millis(1)),
            RetryFault::WaitTooLong,
        ),
        (
            RetryPolicy::try_fixed(3, Duration::MAX),
            RetryFault::WaitTooLong,
        ),
        (
            RetryPolicy::try_exponential(3, Duration::ZERO, SECOND),
            RetryFault::WaitTooShort,
        ),
        (
            RetryPolicy::try_exponential(3, SECOND, sliver),
            RetryFault::WaitTooShort,
        ),
        (
            RetryPolicy::try_exponential(3, SECOND, SECOND / 2),
            RetryFault::MaxBelowInitial,
        ),
        (
            RetryPolicy::try_exponential(3, SECOND, Duration::MAX),
            RetryFault::WaitTooLong,
        ),
        (exponential.try_multiplier(0.999), RetryFault::Multiplier),
        (
            exponential.try_multiplier(f64::INFINITY),
            RetryFault::Multiplier,
        ),
        (exponential.try_multiplier(f64::NAN), RetryFault::Multiplier),
        (
            fixed.try_multiplier(2.0),
            RetryFault::MultiplierWithoutGrowth,
        ),
        (fixed.try_jitter(-0.1), RetryFault::Jitter),
        (fixed.try_jitter(1.1), RetryFault::Jitter),
        (fixed.try_jitter(f64::NAN), RetryFault::Jitter),
        (fixed.try_give_up_after(sliver), RetryFault::GiveUpAfter),
        (
            fixed.try_give_up_after(Duration::MAX),
            RetryFault::GiveUpAfter,
        ),
        (
            fixed.try_wait_in_broker_from(BrokerWait::From(sliver)),
            RetryFault::WaitInBrokerFrom,
        ),
        (none.try_multiplier(2.0), RetryFault::OptionOfNone),
        (none.try_jitter(0.1), RetryFault::OptionOfNone),
        (none.try_give_up_after(SECOND), RetryFault::OptionOfNone),
        (
            none.try_wait_in_broker_from(BrokerWait::Never),
            RetryFault::OptionOfNone,
        ),
    ] {
        assert_eq!(made, Err(fault));
    }
}

#[test]
fn values_at_the_edge_are_accepted() {
    assert_eq!(RetryPolicy::fixed(10_000, MAX_WAIT).schedule().len(), 9_999);
    assert_eq!(
        RetryPolicy::exponential(2, SECOND, SECOND).schedule(),
        [SECOND]
    );
    let cut = RetryPolicy::fixed(2, Duration::from_micros(1_999));
    assert_eq!(cut.initial_delay(), Duration::from_millis(1));
    let never = cut.wait_in_broker_from(BrokerWait::From(Duration::ZERO));
    assert_eq!(never.broker_wait(), BrokerWait::Never);
    assert_eq!(cut.jitter(-0.0).to_string(), "fixed(2, 1ms, jitter = none)");
}

#[test]
#[should_panic(expected = "attempts must be 1 to 10,000")]
fn a_builder_says_why_it_panics() {
    let _policy = RetryPolicy::fixed(0, SECOND);
}

proptest! {
    #[test]
    fn waits_never_fall_and_agree_with_the_schedule(
        attempts in 1_u32..200,
        initial in 1_u64..100_000,
        longer in proptest::option::of(0_u64..10_000_000),
        multiplier in 1.0_f64..10.0,
    ) {
        let max = longer.map_or(Duration::ZERO, |longer| Duration::from_millis(initial + longer));
        let policy = RetryPolicy::exponential(attempts, Duration::from_millis(initial), max).multiplier(multiplier);
        let schedule = policy.schedule();
        let one_by_one: Vec<Duration> = (1..).map_while(|attempt| policy.wait(attempt)).collect();
        prop_assert_eq!(&one_by_one, &schedule);
        prop_assert!(schedule.is_sorted());
        prop_assert!(schedule.iter().all(|wait| *wait <= policy.max_delay().unwrap_or(MAX_WAIT)));
    }

    #[test]
    fn every_wait_in_the_broker_has_a_rung_of_its_own_name(
        attempts in 1_u32..60,
        initial in 1_u64..100_000,
        multiplier in 1.0_f64..3.0,
        threshold in 1_u64..1_000_000,
    ) {
        let policy = RetryPolicy::exponential(attempts, Duration::from_millis(initial), Duration::ZERO)
            .multiplier(multiplier)
            .wait_in_broker_from(BrokerWait::From(Duration::from_millis(threshold)));
        let rungs = policy.broker_rungs();
        for wait in policy.schedule() {
            let has_rung = RetryPolicy::rung_for(wait, &rungs) == Some(wait);
            prop_assert_eq!(policy.waits_in_broker(wait), has_rung);
        }
        let names: std::collections::HashSet<String> = rungs.iter().map(|rung| names::wait_name(*rung)).collect();
        prop_assert_eq!(names.len(), rungs.len());
    }

    #[test]
    fn a_jittered_wait_stays_within_its_part(wait in 1_u64..4_294_967_295, jitter in 0.0_f64..=1.0, random in 0.0_f64..=1.0) {
        let policy = RetryPolicy::fixed(2, SECOND).jitter(jitter);
        let wait = Duration::from_millis(wait);
        let jittered = policy.jittered(wait, random);
        let millisecond = Duration::from_millis(1);
        prop_assert!(jittered >= millisecond);
        prop_assert!(jittered + millisecond >= wait.mul_f64(1.0 - jitter));
        prop_assert!(jittered <= wait.mul_f64(1.0 + jitter) + millisecond);
    }
}
