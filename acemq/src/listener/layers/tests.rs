//! The layers of a listener and what comes of them, row by row.

use super::*;

fn attribute(options: Options) -> ListenerLayer {
    ListenerLayer::of_attribute(&options, "orders.new", &Origin::new("src/pay.rs:7:1")).expect("an attribute")
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
            codec: None,
            on_exhausted: None,
            idempotency_key: None,
            consumer_arguments: Table::new(),
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
        codec: Some("json"),
        ..Options::default()
    });
    let over = ListenerLayer {
        queue: Some(config("queue").holding("orders.eu".to_owned())),
        codec: Some(config("codec").holding("cbor".to_owned())),
        prefetch: Some(config("prefetch").holding(20)),
        timeout: Some(config("timeout").holding(Duration::from_secs(9))),
        ..ListenerLayer::default()
    };
    let defaults = ListenerLayer {
        prefetch: Some(config("prefetch").holding(30)),
        concurrency: Some(config("concurrency").holding(3)),
        timeout: Some(config("timeout").holding(Duration::from_secs(8))),
        ack_batch: Some(config("ack-batch").holding(7)),
        max_redeliveries: Some(config("max-redeliveries").holding(6)),
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
            max_redeliveries: 6,
            codec: Some(config("codec").holding("cbor".to_owned())),
            on_exhausted: None,
            idempotency_key: None,
            consumer_arguments: Table::new(),
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
        (5, Some(0), Some("`0` is too small")),
        (100, None, None),
        (101, None, Some("101 handlers are more than the 100 messages of prefetch")),
    ] {
        let written = attribute(Options { concurrency: Some(concurrency), ..Options::default() });
        let over = prefetch.map(over);
        let answer = resolve(&written, over.as_ref(), &silent, &place());
        let message = answer
            .err()
            .inspect(|faults| assert_eq!(faults.len(), 1, "{faults:?}"))
            .map(|faults| faults[0].message().to_owned());
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
    let unladdered =
        attribute(Options { requeue_on_failure: Some(true), retry: Some("none"), ..Options::default() });
    let alone = resolve(&unladdered, None, &defaults, &place()).expect("`none` is no ladder");
    assert!(alone.requeue_on_failure && alone.retry.is_none() && alone.warnings.is_empty());
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

#[test]
fn what_becomes_of_used_up_messages_is_said_by_the_strongest_layer() {
    let held = |text: &str, key: &str| exhausted::of_text(text, &config(key)).expect("a form");
    let layer = |text: &str| ListenerLayer {
        on_exhausted: Some(held(text, "on-exhausted")),
        ..ListenerLayer::default()
    };
    let silent = ListenerLayer::default;
    let written = |on_exhausted| attribute(Options { on_exhausted, ..Options::default() });
    for (over, attribute, defaults, expected) in [
        (silent(), written(None), silent(), None),
        (silent(), written(None), layer("park"), Some("park")),
        (silent(), written(Some("reject")), layer("park"), Some("reject")),
        (layer("republish(x, k)"), written(Some("reject")), layer("park"), Some("republish(x, k)")),
        (layer("dead-letter"), written(Some("archive")), silent(), Some("dead-letter")),
    ] {
        let resolved = resolve(&attribute, Some(&over), &defaults, &place()).expect("layers");
        let form = resolved.on_exhausted.map(|written| written.value.to_string());
        assert_eq!(form.as_deref(), expected);
    }
}

#[test]
fn a_text_that_the_macro_would_have_refused_is_refused_where_it_stands() {
    let options = Options {
        retry: Some("linear"),
        on_exhausted: Some("parked"),
        idempotency_key: Some("header:"),
        timeout: Some("20"),
        ..Options::default()
    };
    let refused = ListenerLayer::of_attribute(&options, "orders.new", &Origin::new("src/pay.rs:7:1"));
    let faults = refused.expect_err("faults");
    let at = |key: &str| {
        faults.iter().filter(|fault| fault.key() == key && fault.origin() == "src/pay.rs:7:1").count()
    };
    let keys = ["retry", "on_exhausted", "idempotency_key", "timeout"];
    assert_eq!((faults.len(), keys.map(at)), (4, [1, 1, 1, 1]), "{faults:?}");
}

#[test]
fn republishing_to_the_listener_s_own_queue_is_refused_whichever_layer_says_it() {
    let form = |text: &str| exhausted::of_text(text, &config("on-exhausted")).expect("a form");
    let written = attribute(Options::default());
    let layer = |text: &str| ListenerLayer { on_exhausted: Some(form(text)), ..ListenerLayer::default() };
    let queue = &written.queue.as_ref().expect("a queue").value;
    let own = layer(&format!("republish(, {queue})"));
    let refusal = format!(
        "acemq.toml:3: `on-exhausted`: `republish` goes to `{queue}`, the listener's own queue: its messages would come \
         again at once, for ever\nhelp: write `requeue`, which waits and begins at attempt 1, or name another queue"
    );
    for faults in [
        resolve(&written, Some(&own), &ListenerLayer::default(), &place()),
        resolve(&written, None, &own, &place()),
    ] {
        assert_eq!(texts(faults.expect_err("a fault")), std::slice::from_ref(&refusal));
    }
    for other in [format!("republish(failed, {queue})"), format!("republish(, {queue}.late)")] {
        assert!(
            resolve(&written, Some(&layer(&other)), &ListenerLayer::default(), &place()).is_ok(),
            "{other}"
        );
    }
}

#[test]
fn requeue_without_a_wait_to_take_is_refused_whichever_layer_says_it() {
    let requeue = |key: &str| exhausted::of_text("requeue", &config(key)).expect("a form");
    let silent = ListenerLayer::default();
    let refusal = |place: &str| {
        format!(
            "{place}: `requeue` waits as long as the ladder's longest wait, and listener `on_payment` has none: its messages \
             would come again at once, for ever\nhelp: write `retry = \"exponential(5, 2s, 30s)\"`, or another form: \
             `dead-letter`, `park`, `reject`, `republish(exchange, key)`"
        )
    };
    let in_attribute =
        |retry| attribute(Options { on_exhausted: Some("requeue"), retry, ..Options::default() });
    let by_default =
        ListenerLayer { on_exhausted: Some(requeue("listener.on-exhausted")), ..ListenerLayer::default() };
    let bare = attribute(Options::default());
    for (attribute, defaults, expected) in [
        (in_attribute(None), &silent, Some(refusal("src/pay.rs:7:1: `on_exhausted`"))),
        (in_attribute(Some("fixed(1, 5s)")), &silent, Some(refusal("src/pay.rs:7:1: `on_exhausted`"))),
        (in_attribute(Some("fixed(2, 5s)")), &silent, None),
        (bare, &by_default, Some(refusal("acemq.toml:3: `listener.on-exhausted`"))),
    ] {
        let faults = resolve(&attribute, None, defaults, &place()).err().map(texts);
        assert_eq!(faults, expected.map(|fault| vec![fault]));
    }
    // A ladder that is wrong is not missing as well.
    let wrong = RetryLayer {
        enabled: Some(config("retry.enabled").holding(true)),
        multiplier: Some(config("retry.multiplier").holding(0.5)),
        ..RetryLayer::default()
    };
    let over = ListenerLayer { retry: wrong, ..ListenerLayer::default() };
    assert_eq!(resolve(&in_attribute(None), Some(&over), &silent, &place()).expect_err("a fault").len(), 1);
}

#[test]
fn under_requeue_on_failure_nothing_is_used_up_and_that_is_said() {
    let warnings = |on_exhausted, requeue_on_failure, retry| {
        let options = Options { on_exhausted, requeue_on_failure, ..Options::default() };
        let defaults = ListenerLayer {
            retry: RetryLayer::of_text(retry, &config("listener.retry")).expect("a ladder"),
            ..ListenerLayer::default()
        };
        resolve(&attribute(options), None, &defaults, &place()).expect("layers").warnings
    };
    let expected =
        "src/pay.rs:7:1: `on_exhausted` has no effect: under requeue-on-failure no attempts are used up";
    assert_eq!(warnings(Some("park"), Some(true), "none"), [expected]);
    assert_eq!(warnings(Some("dead-letter"), Some(true), "none"), [""; 0]);
    assert_eq!(warnings(Some("park"), Some(false), "none"), [""; 0]);
    assert_eq!(warnings(Some("park"), Some(true), "fixed(2, 5s)").len(), 1, "of the ladder that wins");
}

#[test]
fn where_the_key_comes_from_is_the_configuration_s_to_say_before_the_attribute_s() {
    let over = |text| {
        let source = key_source(text, &config("idempotency-key")).expect("a source");
        ListenerLayer { idempotency_key: Some(source), ..ListenerLayer::default() }
    };
    let header = |name: &str| Some(KeySource::Header(name.to_owned()));
    let silent = ListenerLayer::default();
    for (written, over, expected) in [
        (None, None, None),
        (Some("header:x-request"), None, header("x-request")),
        (Some("header:x-request"), Some(over("id")), Some(KeySource::Id)),
        (None, Some(over("header:x-order")), header("x-order")),
    ] {
        let options = Options { idempotent: Some("db"), idempotency_key: written, ..Options::default() };
        let resolved = resolve(&attribute(options), over.as_ref(), &silent, &place()).expect("layers");
        assert_eq!((resolved.idempotency_key, resolved.warnings), (expected, Vec::new()));
    }
}

#[test]
fn a_key_without_a_store_has_no_effect_and_that_is_said() {
    let options =
        Options { idempotent: Some("db"), idempotency_key: Some("header:x-request"), ..Options::default() };
    let over = ListenerLayer {
        idempotent: Some(config("idempotent").holding("none".to_owned())),
        ..ListenerLayer::default()
    };
    let resolved =
        resolve(&attribute(options), Some(&over), &ListenerLayer::default(), &place()).expect("layers");
    assert_eq!(
        resolved.warnings,
        ["src/pay.rs:7:1: `idempotency_key` has no effect: the listener has no store"]
    );
}

#[test]
fn a_timeout_of_the_attribute_stands_between_the_configurations_and_may_be_none() {
    let layer = |seconds| ListenerLayer {
        timeout: Some(config("timeout").holding(Duration::from_secs(seconds))),
        ..ListenerLayer::default()
    };
    for (written, over, expected) in [
        (None, None, Some(8)),
        (Some("20s"), None, Some(20)),
        (Some("1m30s"), Some(layer(9)), Some(9)),
        (Some("none"), None, None),
        (Some("20s"), Some(layer(0)), None),
    ] {
        let written = attribute(Options { timeout: written, ..Options::default() });
        let resolved = resolve(&written, over.as_ref(), &layer(8), &place()).expect("layers");
        assert_eq!(resolved.timeout, expected.map(Duration::from_secs));
    }
}
