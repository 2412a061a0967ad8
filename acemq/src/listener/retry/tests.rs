//! The ladder of three layers, row by row.

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
    assert_eq!(policy([&text("fixed(2, 1s)"), &off, &text("fixed(3, 1s, jitter = 0.5)")]), "fixed(2, 1s)");
}

#[test]
fn an_option_alone_goes_to_the_ladder_of_another_layer() {
    let jitter = keys(|layer| layer.jitter = Some(place("retry.jitter").holding(0.0)));
    let silent = RetryLayer::default();
    for layers in
        [[&jitter, &text("fixed(4, 2s, jitter = 0.5)"), &silent], [&silent, &text("fixed(4, 2s)"), &jitter]]
    {
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
    let code = keys(|layer| {
        layer.give_up_after = Some(place("retry.give-up-after").holding(Duration::from_mins(1)));
    });
    let three = code.or(text("fixed(4, 2s)")).or(file.clone());
    let silent = RetryLayer::default();
    assert_eq!(policy([&three, &silent, &silent]), "fixed(4, 2s, give_up_after = 1m)");
    let variable = keys(|layer| layer.max_attempts = Some(place("retry.max-attempts").holding(9)));
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
    let above_default = keys(|layer| layer.initial_delay = Some(place("initial-delay").holding(seconds(90))));
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
