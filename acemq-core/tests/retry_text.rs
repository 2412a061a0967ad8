//! The text of a policy: what is read, what is refused and how, and that it is written as it was read.

#![allow(clippy::unwrap_used, reason = "a text that cannot be read fails the test with its place")]

use std::time::Duration;

use acemq_core::retry::{BrokerWait, RetryError, RetryPolicy};
use proptest::prelude::*;

fn error(text: &str) -> RetryError {
    text.parse::<RetryPolicy>().unwrap_err()
}

fn is_policy(text: &str) -> bool {
    text.parse::<RetryPolicy>().is_ok()
}

#[test]
fn a_text_is_the_policy_that_is_built_in_code() {
    let second = Duration::from_secs(1);
    let fixed = RetryPolicy::fixed(3, second);
    let exponential = RetryPolicy::exponential(5, second, Duration::from_mins(1));
    for (text, policy) in [
        ("none", RetryPolicy::none()),
        (" none\n", RetryPolicy::none()),
        ("fixed(3, 1s)", fixed),
        ("fixed(3,1s)", fixed),
        ("  fixed ( 3 ,\n\t1s ) ", fixed),
        ("fixed(3, 00:00:01)", fixed),
        ("fixed(3, PT1S)", fixed),
        ("exponential(5, 1s, 1m)", exponential),
        ("exponential(5, 1s, none)", RetryPolicy::exponential(5, second, Duration::ZERO)),
        ("exponential(5, 1s, 1m, multiplier = 3)", exponential.multiplier(3.0)),
        ("exponential(5, 1s, 1m, multiplier=1.25)", exponential.multiplier(1.25)),
        ("fixed(3, 1s, jitter = 0.1)", fixed.jitter(0.1)),
        ("fixed(3, 1s, jitter = none)", fixed.jitter(0.0)),
        ("fixed(3, 1s, jitter = 0)", fixed.jitter(0.0)),
        ("fixed(3, 1s, give_up_after = 10m)", fixed.give_up_after(second * 600)),
        ("fixed(3, 1s, give_up_after = none)", fixed.give_up_after(Duration::ZERO)),
        ("fixed(3, 1s, wait_in_broker_from = 5s)", fixed.wait_in_broker_from(BrokerWait::From(second * 5))),
        ("fixed(3, 1s, wait_in_broker_from = always)", fixed.wait_in_broker_from(BrokerWait::Always)),
        (
            "fixed(3, 1s, wait_in_broker_from = never, jitter = 1)",
            fixed.jitter(1.0).wait_in_broker_from(BrokerWait::Never),
        ),
        ("fixed(10000, 49d17h2m47s295ms)", RetryPolicy::fixed(10_000, acemq_core::retry::MAX_WAIT)),
    ] {
        assert_eq!(text.parse(), Ok(policy), "{text}");
    }
}

const OPTIONS: &str = "the options are `jitter`, `give_up_after`, `wait_in_broker_from`";
const FORMS: &str = "write `none`, `fixed(3, 10s)` or `exponential(5, 2s, 30s)`";
const COUNT: &str = "they count the first delivery: write `3`, or `10000` at most";
const SHORTEST: &str = "the shortest wait is `1ms`; for no retry at all write `none` alone";

/// What is refused: the text with the part at fault in brackets, the message, the help.
const REFUSED: &[(&str, &str, &str)] = &[
    ("[]", "the retry policy is empty", FORMS),
    ("[ \n]", "the retry policy is empty", FORMS),
    ("[fixd](3, 10s)", "`fixd` is not a retry policy", "write `fixed`"),
    ("[Fixed](3, 10s)", "`Fixed` is not a retry policy", "write `fixed`"),
    ("[NONE]", "`NONE` is not a retry policy", "write `none`"),
    ("[exp](5, 2s, 30s)", "`exp` is not a retry policy", "write `exponential`"),
    ("[linear](3, 10s)", "`linear` is not a retry policy", FORMS),
    ("[off]", "`off` is not a retry policy", "for no retry write `none`"),
    ("[False]", "`False` is not a retry policy", "for no retry write `none`"),
    ("[日本](3)", "`日本` is not a retry policy", FORMS),
    ("[(]3)", "a retry policy begins with `none`, `fixed` or `exponential`", FORMS),
    ("none[()]", "`none` takes no arguments and no options", "write `none`"),
    ("none[, jitter = 0.1]", "`, jitter = 0.1` stands behind the policy", "write `none`"),
    ("fixed[]", "`fixed` is missing its `(`", "write `fixed(3, 10s)`"),
    ("fixed []4, 5s)", "`fixed` is missing its `(`", "write `fixed(4, 5s)`"),
    ("fixed(4, 5s[]", "the `)` is missing", "write `fixed(4, 5s)`"),
    ("fixed([]", "the `)` is missing", "write `fixed(3, 10s)`"),
    (
        "fixed(4, 5s)[, jitter = 0.1]",
        "options stand inside the parentheses",
        "write `fixed(4, 5s, jitter = 0.1)`",
    ),
    ("fixed(4, 5s)[)]", "`)` stands behind the policy", "write `fixed(4, 5s)`"),
    ("fixed(4, 5s) [or so]", "`or so` stands behind the policy", "write `fixed(4, 5s)`"),
    ("fixed([])", "`fixed` is missing `attempts` and `delay`", "write `fixed(3, 10s)`"),
    ("fixed(4[])", "`fixed` is missing `delay`", "write `fixed(4, 10s)`"),
    ("exponential(7, 4s[])", "`exponential` is missing `max`", "write `exponential(7, 4s, none)`"),
    (
        "exponential(7, []jitter = 0.1)",
        "`exponential` is missing `initial` and `max`",
        "write `exponential(7, 2s, none, jitter = 0.1)`",
    ),
    (
        "fixed([jitter = 0.1], 4, 5s)",
        "an option stands before the arguments",
        "write `fixed(4, 5s, jitter = 0.1)`",
    ),
    (
        "fixed(4, 1s, [10s])",
        "`fixed` takes `attempts`, `delay`, and `10s` is one too many",
        "write `fixed(4, 1s)`, or `exponential(4, 1s, 10s)`",
    ),
    (
        "fixed(4, 1s, [0.1])",
        "`fixed` takes `attempts`, `delay`, and `0.1` is one too many",
        "write `fixed(4, 1s)`",
    ),
    (
        "exponential(4, 1s, 9s, [3], jitter = 0.1)",
        "`exponential` takes `attempts`, `initial`, `max`, and `3` is one too many",
        "write `exponential(4, 1s, 9s, jitter = 0.1)`",
    ),
    ("fixed(4,[], 5s)", "nothing stands at this comma", "write `fixed(4, 5s)`"),
    ("fixed(4, 5s,[])", "nothing stands at this comma", "write `fixed(4, 5s)`"),
    ("fixed([0], 1s)", "attempts must be 1 to 10,000", COUNT),
    ("fixed([10001], 1s)", "attempts must be 1 to 10,000", COUNT),
    ("fixed([99999999999999999999], 1s)", "attempts must be 1 to 10,000", COUNT),
    ("fixed([-1], 1s)", "`-1` is not a number of attempts", "write a whole number, as `3`"),
    ("fixed([three], 1s)", "`three` is not a number of attempts", "write a whole number, as `3`"),
    ("fixed(4, [delay = 10s])", "`delay` is given by its place, without its name", "write `10s`"),
    ("fixed(3, [0s])", "a wait must be a millisecond or longer", SHORTEST),
    ("fixed(3, [0])", "a wait must be a millisecond or longer", SHORTEST),
    ("exponential(3, [PT0S], 1s)", "a wait must be a millisecond or longer", SHORTEST),
    ("fixed(3, [none])", "a ladder has a first wait", "write `2s`; for no retry at all write `none` alone"),
    ("fixed(3, [10])", "`10` has no unit", "write `10s` or `10ms`"),
    ("fixed(3, [10 sec])", "`10 sec` has a space in it", "write `10s`"),
    ("fixed(3, [-5s])", "a duration cannot be negative", "write `5s`"),
    ("fixed(3, [日本])", "`日本` is not a duration", "write `2s`"),
    (
        "fixed(3, [60d])",
        "a wait is longer than a broker can hold a message back",
        "the longest wait is `49d17h2m47s295ms`",
    ),
    (
        "exponential(3, 1s, [99999999999999999999d])",
        "a wait is longer than a broker can hold a message back",
        "the longest wait is `49d17h2m47s295ms`",
    ),
    (
        "exponential(5, 30s, [2s])",
        "the longest wait is shorter than the first: `2s` after `30s`",
        "write `30s` or more, or `none` for no cap",
    ),
    ("exponential(5, 2s, [0s])", "a longest wait of zero leaves no wait", "for no cap write `none`"),
    ("exponential(5, 2s, [None])", "`None` is not a duration", "write `none`"),
    (
        "exponential(5, 2s, 9s, multiplier = [0.5])",
        "a multiplier must be 1 or more",
        "waits that double have `2`, waits that stay the same `1`",
    ),
    ("exponential(5, 2s, 9s, multiplier = [inf])", "`inf` is not a plain decimal number", "write `3`"),
    ("exponential(5, 2s, 9s, multiplier = [.5])", "`.5` is not a plain decimal number", "write `3`"),
    ("exponential(5, 2s, 9s, multiplier = [2.])", "`2.` is not a plain decimal number", "write `3`"),
    ("exponential(5, 2s, 9s, multiplier = [2x])", "`2x` is not a plain decimal number", "write `3`"),
    (
        "fixed(4, 5s, [multiplier = 3])",
        "`multiplier` belongs to `exponential`, the waits of `fixed` do not grow",
        "write `fixed(4, 5s)`",
    ),
    (
        "fixed(3, 1s, jitter = [20])",
        "jitter must be 0 to 1",
        "a wait that varies by a tenth has `0.1`, an exact one `none`",
    ),
    ("fixed(3, 1s, jitter = [10%])", "`10%` is not a plain decimal number", "write `0.1`"),
    ("fixed(3, 1s, jitter = [Non])", "`Non` is not a plain decimal number", "write `none`"),
    ("fixed(3, 1s, [jitter =])", "`jitter` has no value", "write `jitter = 0.1`"),
    ("fixed(3, 1s, [jitter 0.2])", "`jitter` is missing its `=`", "write `jitter = 0.1`"),
    ("fixed(3, 1s, [jitter(0.2)])", "`jitter` is missing its `=`", "write `jitter = 0.1`"),
    (
        "fixed(4, 5s, jitter = 0.1, [7])",
        "`7` stands among the options, which have names",
        "write `fixed(4, 5s, jitter = 0.1)`",
    ),
    (
        "fixed(4, 5s, jitter = 0.1, [jitter = 0.2])",
        "`jitter` is given twice",
        "write `fixed(4, 5s, jitter = 0.1)`",
    ),
    (
        "fixed(3, 1s, give_up_after = [0s])",
        "a limit of zero would give up at once",
        "for no limit write `none`",
    ),
    ("fixed(3, 1s, give_up_after = [10])", "`10` has no unit", "write `10s` or `10ms`"),
    (
        "fixed(3, 1s, wait_in_broker_from = [0ms])",
        "zero may mean every wait or none",
        "for every wait write `always`, for none write `never`",
    ),
    (
        "fixed(3, 1s, wait_in_broker_from = [0])",
        "zero may mean every wait or none",
        "for every wait write `always`, for none write `never`",
    ),
    ("fixed(3, 1s, wait_in_broker_from = [Always])", "`Always` is not a duration", "write `always`"),
    ("fixed(3, 1s, wait_in_broker_from = [none])", "`none` is not a duration", "write `2s`"),
];

/// Options that there are not; each help goes on with the list of those that there are.
const UNKNOWN_OPTIONS: &[(&str, &str, &str)] = &[
    ("fixed(3, 1s, [give-up-after] = 10m)", "`give-up-after` is not an option", "write `give_up_after`"),
    ("fixed(3, 1s, [jiter]=0.1)", "`jiter` is not an option", "write `jitter`"),
    ("fixed(4, 5s, [banana] = 10m)", "`banana` is not an option", "write `fixed(4, 5s)`"),
    ("fixed(4, 5s, []= 10m)", "the name of the option is missing", "write `fixed(4, 5s)`"),
];

/// All that is refused, with the whole help.
fn refused() -> impl Iterator<Item = (&'static str, &'static str, String)> {
    let plain = REFUSED.iter().map(|(text, message, help)| (*text, *message, (*help).to_owned()));
    let listed =
        UNKNOWN_OPTIONS.iter().map(|(text, message, help)| (*text, *message, format!("{help}; {OPTIONS}")));
    plain.chain(listed)
}

#[test]
fn what_is_refused_is_explained() {
    for (marked, message, help) in refused() {
        let start = marked.find('[').unwrap();
        let end = marked.find(']').unwrap() - 1;
        let text = marked.replace(['[', ']'], "");
        let error = error(&text);
        assert_eq!(error.message(), message, "{text:?}");
        assert_eq!(error.help(), help, "{text:?}");
        assert_eq!(error.range(), start..end, "{text:?}");
    }
}

#[test]
fn the_first_thing_a_help_offers_can_be_typed_in() {
    for (marked, _, help) in refused() {
        let text = marked.replace(['[', ']'], "");
        let range = error(&text).range();
        let offered = help.split('`').nth(1).unwrap();
        let in_place = format!("{}{offered}{}", &text[..range.start], &text[range.end..]);
        // A value or a word stands in the place of what is at fault, a policy in the place of all.
        let usable = is_policy(offered) || is_policy(&in_place);
        assert!(usable, "{text:?}: neither {offered:?} nor {in_place:?} is a policy");
    }
}

#[test]
fn an_error_draws_a_caret_under_the_fault() {
    assert_eq!(
        error("exponential(5, 2s, 30s, jiter = 0.1)").to_string(),
        "`jiter` is not an option
  exponential(5, 2s, 30s, jiter = 0.1)
                          ^^^^^
help: write `jitter`; the options are `multiplier`, `jitter`, `give_up_after`, `wait_in_broker_from`"
    );
    assert_eq!(
        error("fixed(3,\n é)").to_string(),
        "`é` is not a duration\n  fixed(3,  é)\n            ^\nhelp: write `2s`"
    );
    assert_eq!(
        error("fixed(4, 5s").to_string(),
        "the `)` is missing\n  fixed(4, 5s\n             ^\nhelp: write `fixed(4, 5s)`"
    );
}

/// Any policy that can be built.
fn policies() -> impl Strategy<Value = RetryPolicy> {
    let waits = || (1_u64..=4_294_967_295).prop_map(Duration::from_millis);
    let none_or =
        |longest: u64| prop_oneof![Just(Duration::ZERO), (1..=longest).prop_map(Duration::from_millis)];
    let broker = prop_oneof![
        Just(BrokerWait::Always),
        Just(BrokerWait::Never),
        (1..=u64::MAX).prop_map(|millis| BrokerWait::From(Duration::from_millis(millis))),
    ];
    let ladder = prop_oneof![
        (1_u32..=10_000, waits()).prop_map(|(attempts, delay)| RetryPolicy::fixed(attempts, delay)),
        (1_u32..=10_000, waits(), waits()).prop_map(|(attempts, one, other)| {
            RetryPolicy::exponential(attempts, one.min(other), one.max(other))
        }),
        (1_u32..=10_000, waits()).prop_map(|(attempts, initial)| RetryPolicy::exponential(
            attempts,
            initial,
            Duration::ZERO
        )),
    ];
    let options = (
        proptest::option::of(prop_oneof![1.0_f64..100.0, 1.0_f64..=f64::MAX]),
        proptest::option::of(prop_oneof![Just(0.0), Just(f64::MIN_POSITIVE), 0.0_f64..=1.0]),
        proptest::option::of(none_or(u64::MAX)),
        proptest::option::of(broker),
    );
    let built = (ladder, options).prop_map(|(mut policy, (multiplier, jitter, limit, broker))| {
        if let Some(multiplier) = multiplier {
            policy = policy.try_multiplier(multiplier).unwrap_or(policy);
        }
        if let Some(jitter) = jitter {
            policy = policy.jitter(jitter);
        }
        if let Some(limit) = limit {
            policy = policy.give_up_after(limit);
        }
        if let Some(broker) = broker {
            policy = policy.wait_in_broker_from(broker);
        }
        policy
    });
    prop_oneof![1 => Just(RetryPolicy::none()), 20 => built]
}

/// Texts that come near a policy, so that all of the parser is reached.
const NEAR: &str = "(none|fixed|exponential|Fixed|x)?[ (]{0,2}([0-9]{0,4}|99999999999)(, ?([0-9]{1,25}(s|ms|d)|none|0s|é)){0,3}\
    (, ?(jitter|multiplier|give_up_after|wait_in_broker_from|give-up-after|日) ?=? ?([0-9]{1,400}|0\\.1|1|none|always|5s|-1|\u{0})){0,3}[ )]{0,2}";

proptest! {
    #[test]
    fn a_written_policy_is_read_again(policy in policies()) {
        prop_assert_eq!(policy.to_string().parse(), Ok(policy));
    }

    #[test]
    fn no_text_panics(text in prop_oneof![any::<String>(), NEAR, "[a-z(), =0-9.é日\u{0}\n]{0,60}"]) {
        match text.parse::<RetryPolicy>() {
            Ok(policy) => prop_assert_eq!(policy.to_string().parse(), Ok(policy)),
            Err(error) => {
                // Slicing panics when a bound lies outside or within a character.
                let _part = &text[error.range()];
                prop_assert!(!error.message().is_empty());
                prop_assert!(error.help().contains('`'));
                prop_assert!(error.to_string().ends_with(error.help()));
            }
        }
    }

    #[test]
    fn a_policy_with_one_character_changed_does_not_panic(policy in policies(), at in any::<prop::sample::Index>(), with in any::<char>()) {
        let mut characters: Vec<char> = policy.to_string().chars().collect();
        let at = at.index(characters.len());
        characters[at] = with;
        let text: String = characters.into_iter().collect();
        if let Err(error) = text.parse::<RetryPolicy>() {
            let _part = &text[error.range()];
        }
    }
}
