//! What is refused, where the fault stands, and what to write instead.

use super::support::{faults, reports};
use crate::Config;

/// The report of the one fault of `acemq.toml` with this text.
fn only(text: &str) -> String {
    let faults = faults(text);
    assert_eq!(faults.len(), 1, "{text}: {faults:?}");
    faults[0].to_string()
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest() {
    for (text, report) in [
        ("prefech = 1", "acemq.toml:1: `prefech`: unknown key\nhelp: write `listener.prefetch`"),
        ("enabld = true", "acemq.toml:1: `enabld`: unknown key\nhelp: write `enabled`"),
        ("prefetch = 1", "acemq.toml:1: `prefetch`: unknown key\nhelp: write `listener.prefetch`"),
        (
            "\n[listener]\nprefech = 1",
            "acemq.toml:3: `listener.prefech`: unknown key\nhelp: write `prefetch`",
        ),
        (
            "[listener.retry]\nmaxAttemps = 1",
            "acemq.toml:2: `listener.retry.maxAttemps`: unknown key\nhelp: write `max-attempts`",
        ),
        ("listeners.pay.qeue = 'x'", "acemq.toml:1: `listeners.pay.qeue`: unknown key\nhelp: write `queue`"),
        ("stores.db.knd = 'x'", "acemq.toml:1: `stores.db.knd`: unknown key\nhelp: write `kind`"),
        (
            "[[topology.bindings]]\nqueue = 'a'\nexchange = 'b'\nrouting = 'c'",
            "acemq.toml:4: `topology.bindings[0].routing`: unknown key\nhelp: write `routing-key`",
        ),
        (
            "[topology]\nbanana = 1",
            "acemq.toml:2: `topology.banana`: unknown key\nhelp: the keys of `topology` are `apply`, `rungs`, \
             `fail-on-drift`, `declare-listener-queues`, `exchanges`, `queues`, `bindings`",
        ),
    ] {
        let found: Vec<String> = reports(&faults(text));
        assert!(found.iter().any(|found| found == report), "{text}: {found:#?}");
    }
}

#[test]
fn a_wrong_type_is_refused_with_a_value_that_can_be_typed_in() {
    for (text, message, help) in [
        ("enabled = 1", "`1` is not `true` or `false`", "write `true`"),
        ("enabled = 'yes'", "`yes` is not `true` or `false`", "write `true`"),
        ("url = 5672", "the value is not a text", "write `amqp://localhost:5672`"),
        ("client-name = true", "`true` is not a text", "write `shop`"),
        ("listener = 5", "`5` is not a table", "write keys below it, such as `prefetch`"),
        ("listener.prefetch = '5'", "`5` is not a whole number", "write `100`"),
        ("listener.prefetch = 1.5", "`1.5` is not a whole number", "write `100`"),
        ("listener.prefetch = true", "`true` is not a whole number", "write `100`"),
        ("listener.prefetch = 0", "`0` is not within 1 and 65535", "write `100`"),
        ("listener.prefetch = 65536", "`65536` is not within 1 and 65535", "write `100`"),
        ("listener.concurrency = -1", "`-1` is not within 1 and 65535", "write `1`"),
        ("listener.auto-startup = 'maybe'", "`maybe` is not `true` or `false`", "write `true`"),
        ("listeners = []", "a list is not a table", "write names below it"),
        ("listeners.pay = 5", "`5` is not a table", "write keys below it, such as `queue`"),
        ("listeners.pay.order = 2147483648", "`2147483648` is not a whole number of 32 bits", "write `0`"),
        ("listener.retry.jitter = 'x'", "`x` is not a number or `none`", "write `0.2`"),
        (
            "listener.retry.broker-wait-threshold = true",
            "`true` is not a duration, `always` or `never`",
            "write `30s`",
        ),
        ("topology.queues = 'a'", "this is not a list", "write a list, with an index from 0 in a variable"),
        ("topology.queues = ['a']", "`a` is not a table", "write keys below it, such as `name`"),
        (
            "topology.apply = 'vaildate'",
            "`vaildate` is not one of `create-only`, `validate`, `dry-run`, `none`",
            "write `validate`",
        ),
        ("topology.rungs = 3", "`3` is not one of `quorum`, `classic`", "write one of `quorum`, `classic`"),
        ("vars.a = [1]", "a list is not a single value", ""),
        ("heartbeat = true", "`true` is not a duration", "write `30s`"),
    ] {
        let faults = faults(text);
        assert_eq!(faults.len(), 1, "{text}: {faults:?}");
        assert_eq!((faults[0].message(), faults[0].help()), (message, help), "{text}");
        assert_eq!(faults[0].origin(), "acemq.toml:1", "{text}");
    }
}

#[test]
fn a_bare_number_is_no_duration_and_the_forms_are_listed() {
    for text in ["confirm-timeout = 30", "confirm-timeout = '30'"] {
        assert_eq!(
            only(text),
            format!(
                "acemq.toml:1: `confirm-timeout`: `30` has no unit\nhelp: write `30s` or `30ms`; the forms are {}",
                acemq_core::duration::FORMS
            )
        );
    }
}

#[test]
fn a_ladder_s_text_is_refused_as_the_attribute_is() {
    assert_eq!(
        only("listener.retry = 'fixd(3, 10s)'"),
        "acemq.toml:1: `listener.retry`: `fixd` is not a retry policy\nhelp: write `fixed`"
    );
    assert_eq!(faults("listeners.pay.retry = 'fixed(0, 10s)'")[0].key(), "listeners.pay.retry");
}

#[test]
fn a_ladder_of_keys_is_checked_without_any_listener() {
    let found = faults(
        "[listener.retry]
         max-attempts = 3
         initial-delay = '9s'
         max-delay = '8s'
         multiplier = 0.5
         jitter = 2",
    );
    let places: Vec<(&str, &str)> = found.iter().map(|fault| (fault.origin(), fault.key())).collect();
    assert_eq!(
        places,
        [
            ("acemq.toml:4", "listener.retry.max-delay"),
            ("acemq.toml:5", "listener.retry.multiplier"),
            ("acemq.toml:6", "listener.retry.jitter"),
        ]
    );
}

#[test]
fn more_handlers_than_messages_are_refused_without_any_listener() {
    assert_eq!(
        only("listener.prefetch = 3\nlistener.concurrency = 4"),
        "acemq.toml:2: `listener.concurrency`: 4 handlers are more than the 3 messages of prefetch (acemq.toml:1: \
         `listener.prefetch`)\nhelp: raise prefetch to `4` or lower concurrency to `3`"
    );
    assert_eq!(faults("[listeners.pay]\nprefetch = 3\nconcurrency = 4").len(), 1);
}

#[test]
fn what_another_source_may_complete_is_not_judged_before_the_listeners_are_known() {
    let settings = super::support::toml("[listeners.pay]\nqueue = 'amq.${kind}'\nretry.max-delay = '500ms'");
    assert_eq!(settings.listeners.len(), 1);
    assert_eq!(faults("listeners.pay.retry = { enabled = true, max-delay = '500ms' }").len(), 1);
}

#[test]
fn half_of_a_pair_of_credentials_is_refused() {
    for (text, report) in [
        (
            "username = 'shop'",
            "acemq.toml:1: `username`: `username` is set without `password`\nhelp: set `password` too, or neither",
        ),
        (
            "password = 'canary'",
            "acemq.toml:1: `password`: `password` is set without `username`\nhelp: set `username` too, or neither",
        ),
        (
            "url = 'amqp://a:b@host'\nusername = 'shop'",
            "acemq.toml:2: `username`: `username` is set without `password`\nhelp: set `password` too, or neither",
        ),
        (
            "url = 'memory://x'\nusername = 'shop'",
            "acemq.toml:2: `username`: `username` is set without `password`\nhelp: set `password` too, or neither",
        ),
        (
            "url = 'amqp://shop@host'",
            "acemq.toml:1: `url`: the URL has a user and no password, and `password` is not set\nhelp: set `password` or \
             `password-file`",
        ),
        (
            "username = ''",
            "acemq.toml:1: `username`: the text is empty\nhelp: write a name, or leave out `username` and `password`",
        ),
        (
            "username = 'shop'\npassword = ''",
            "acemq.toml:2: `password`: the password is empty\nhelp: set it, or leave it out",
        ),
    ] {
        assert_eq!(only(text), report, "{text}");
    }
}

#[test]
fn a_url_is_refused_with_what_to_write() {
    for (url, report) in [
        (
            "broker:5672",
            "acemq.toml:1: `url`: the URL has no `://`, so its scheme is unknown\nhelp: write `amqp://broker:5672`",
        ),
        (
            "rabbit://broker",
            "acemq.toml:1: `url`: `rabbit` is no scheme that is spoken here\nhelp: write `amqp://localhost:5672`, or \
             `memory://name` for a broker inside this process",
        ),
    ] {
        assert_eq!(only(&format!("url = '{url}'")), report);
    }
}

#[test]
fn what_we_have_no_use_for_is_accepted_when_harmless_and_refused_with_the_reason_when_not() {
    for (text, report) in [
        (
            "publisher-confirms = false",
            "acemq.toml:1: `publisher-confirms`: every publish is confirmed: a copy that nobody confirmed could not be \
             relied on\nhelp: write `true` or leave it out",
        ),
        (
            "tls.mode = 'required'",
            "acemq.toml:1: `tls.mode`: this version speaks no TLS\nhelp: write `disabled` or leave it out",
        ),
        (
            "tls.certificate-authority = 'ca.pem'",
            "acemq.toml:1: `tls.certificate-authority`: this version speaks no TLS\nhelp: leave it out",
        ),
    ] {
        assert_eq!(only(text), report, "{text}");
    }
}

#[test]
fn a_deadline_of_zero_is_refused() {
    for key in ["connection-timeout", "confirm-timeout", "startup-timeout", "listener.shutdown-timeout"] {
        let report = only(&format!("{key} = '0s'"));
        assert!(report.contains("a deadline of zero has always passed\nhelp: write `"), "{key}: {report}");
    }
}

#[test]
fn the_topology_is_refused_where_it_contradicts_itself() {
    for (text, report) in [
        (
            "[[topology.queues]]\ntype = 'classic'",
            "acemq.toml:2: `topology.queues[0]`: `name` is missing\nhelp: write `name`",
        ),
        (
            "[[topology.bindings]]\nqueue = 'a'",
            "acemq.toml:2: `topology.bindings[0]`: `exchange` is missing\nhelp: write `exchange`",
        ),
        (
            "[[topology.queues]]\nname = 'amq.a'",
            "acemq.toml:2: `topology.queues[0].name`: queue names that begin with `amq.` are the broker's own\nhelp: \
             write `a`",
        ),
        (
            "[[topology.queues]]\nname = 'a'\n[[topology.queues]]\nname = 'a'",
            "acemq.toml:4: `topology.queues[1].name`: the queue `a` is declared twice, first at acemq.toml:2\nhelp: make \
             one of the two",
        ),
        (
            "[[topology.exchanges]]\nname = 'a'\n[[topology.exchanges]]\nname = 'a'",
            "acemq.toml:4: `topology.exchanges[1].name`: the exchange `a` is declared twice, first at acemq.toml:2\nhelp: \
             make one of the two",
        ),
        (
            "[[topology.queues]]\nname = 'a'\narguments = { x-queue-type = 'quorum' }",
            "acemq.toml:3: `topology.queues[0].arguments`: `x-queue-type` is what `type` says\nhelp: write `type` beside \
             `name`",
        ),
        (
            "[[topology.queues]]\nname = 'a'\ndead-letter = true\narguments = { x-dead-letter-exchange = 'b' }",
            "acemq.toml:4: `topology.queues[0].arguments`: `x-dead-letter-exchange` contradicts `dead-letter`, which sets \
             it\nhelp: leave one of the two out",
        ),
    ] {
        assert_eq!(only(text), report, "{text}");
    }
}

#[test]
fn what_comes_later_is_refused_where_it_is_written_and_never_passed_over() {
    for (text, report) in [
        (
            "topology.apply = 'dry-run'",
            "acemq.toml:1: `topology.apply`: not in this version\nhelp: write `create-only` or `none`",
        ),
        (
            "\ntopology.apply = 'validate'",
            "acemq.toml:2: `topology.apply`: not in this version\nhelp: write `create-only` or `none`",
        ),
        (
            "topology.fail-on-drift = true",
            "acemq.toml:1: `topology.fail-on-drift`: not in this version\nhelp: write `false` or leave it out",
        ),
        (
            "[stores.db]\nurl = 'postgres://h/d'\nkind = 'postgres'",
            "acemq.toml:3: `stores.db.kind`: not in this version\nhelp: write `sqlite` or `memory`, or give a store of \
             your own with `App::store(\"db\", …)`",
        ),
    ] {
        assert_eq!(only(text), report, "{text}");
    }
}

#[test]
fn a_store_is_refused_where_it_contradicts_itself() {
    let table = "a".repeat(63);
    assert_eq!(
        super::support::toml(&format!("stores.db = {{ kind = 'sqlite', table = '{table}' }}")).stores["db"]
            .table,
        table
    );
    assert_eq!(faults(&format!("stores.db = {{ kind = 'sqlite', table = '{table}a' }}")).len(), 1);
    for (text, message) in [
        ("stores.db.table = 'a'", "the store has no `kind`"),
        ("[stores.db]", "the store has no `kind`"),
        ("stores.db.kind = 'postgres'", "not in this version"),
        ("stores.db.kind = 'MariaDB'", "not in this version"),
        (
            "stores.db = { kind = 'memory', url = 'x' }",
            "a store of kind `memory` is in this process and has no URL",
        ),
        ("stores.db = { kind = 'memory', lease = '0s' }", "a deadline of zero has always passed"),
        (
            "stores.db = { kind = 'sqlite', table = 'a; drop table b' }",
            "the name of a table is 1 to 63 letters, digits and `_`, and does not begin with a digit",
        ),
    ] {
        let faults = faults(text);
        assert_eq!(faults.len(), 1, "{text}: {faults:?}");
        assert_eq!(faults[0].message(), message, "{text}");
        assert!(!faults[0].help().is_empty(), "{text}");
    }
}

#[test]
fn everything_that_is_wrong_is_reported_in_one_error() {
    let text = "url = 'http://x'\nusername = 'a'\nprefech = 1\n[listener]\nprefetch = 'many'\n[topology]\nrungs = 'x'";
    let config = Config::from_toml(text).expect("TOML");
    let error = config.validate().expect_err("five faults");
    assert_eq!(error.faults().len(), 5, "{error}");
    let report = format!("{error:?}");
    for line in [
        "TOML text:1: `url`",
        "TOML text:2: `username`",
        "TOML text:3: `prefech`",
        "TOML text:5: `listener.prefetch`",
    ] {
        assert!(report.contains(line), "{report}");
    }
    assert!(report.starts_with("the configuration is wrong, for 5 reasons\n"), "{report}");
}

#[test]
fn what_a_listener_is_told_to_do_is_read_as_its_attribute_would_be() {
    let faults = faults(
        "[listeners.pay]
         on-exhausted = 'parked'
         idempotency-key = 'payment'
         [listeners.pay.consumer-arguments]
         x-priority = '10'
         '' = 1
         [listener]
         on-exhausted = 3",
    );
    assert_eq!(
        reports(&faults),
        [
            "acemq.toml:2: `listeners.pay.on-exhausted`: `parked` is nearly `park`, and no recoverer can have that name\nhelp: write `park`",
            "acemq.toml:3: `listeners.pay.idempotency-key`: `payment` names no source of a key\nhelp: write `header:x-request-id`, or `id` for the message's own id",
            "acemq.toml:8: `listener.on-exhausted`: `3` is not a text\nhelp: write `park`",
            "acemq.toml:6: `listeners.pay.consumer-arguments.`: the argument has no name\nhelp: write one, such as `x-priority`",
            "acemq.toml:5: `listeners.pay.consumer-arguments.x-priority`: the priority is no whole number of 32 bits\nhelp: write `10`",
        ]
    );
}
