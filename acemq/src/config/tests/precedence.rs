//! Code beats the environment, which beats the file, key by key.

use std::time::Duration;

use super::support::{reports, with_environment};
use crate::{Config, config::settings::Settings};

fn settings(file: &str, variables: &[(&str, &str)], code: impl FnOnce(Config) -> Config) -> Settings {
    code(with_environment(file, variables).expect("a configuration")).settings().expect("settings")
}

#[test]
fn code_beats_the_environment_which_beats_the_file_key_by_key() {
    let settings = settings(
        "[listener]\nprefetch = 1\nconcurrency = 1\ntimeout = '1s'\nack-batch = 1",
        &[("ACEMQ_LISTENER__PREFETCH", "9"), ("ACEMQ_LISTENER__CONCURRENCY", "2")],
        |config| config.with("listener.concurrency", 3).with("listener.timeout", Duration::from_secs(3)),
    );
    let listener = settings.listener;
    assert_eq!(listener.prefetch.as_ref().expect("read").value, 9);
    assert_eq!(listener.prefetch.expect("read").place.origin.as_str(), "ACEMQ_LISTENER__PREFETCH");
    assert_eq!(listener.concurrency.as_ref().expect("read").value, 3);
    assert_eq!(listener.concurrency.expect("read").place.origin.as_str(), "code");
    assert_eq!(listener.timeout.expect("read").value, Duration::from_secs(3));
    let batch = listener.ack_batch.expect("read");
    assert_eq!((batch.value, batch.place.origin.as_str()), (1, "acemq.toml:5"));
}

#[test]
fn a_later_call_beats_an_earlier_one() {
    let settings = settings("", &[], |config| config.with("client-name", "a").with("clientName", "b"));
    assert_eq!(settings.connection.client_name, "b");
}

#[test]
fn a_list_replaces_another_as_a_whole() {
    let settings = settings(
        "topology.exchanges = [{ name = 'a' }, { name = 'b' }]",
        &[("ACEMQ_TOPOLOGY__EXCHANGES__0__NAME", "c")],
        |config| config,
    );
    let names: Vec<&str> =
        settings.topology.declared.exchanges.iter().map(|exchange| exchange.name.as_str()).collect();
    assert_eq!(names, ["c"]);
}

#[test]
fn code_may_set_the_items_of_a_list_by_their_index() {
    let settings = settings("topology.exchanges = [{ name = 'a' }]", &[], |config| {
        config.with("topology.queues.0.name", "q").with("topology.queues.0.arguments.x-max-length", 5)
    });
    let queue = &settings.topology.declared.queues[0];
    assert_eq!((queue.name.as_str(), queue.arguments.len()), ("q", 1));
    assert_eq!(
        settings.topology.declared.exchanges[0].name, "a",
        "the file's list stays where code has none"
    );
}

#[test]
fn a_ladder_s_text_replaces_weaker_keys_and_stronger_keys_add_to_it() {
    let file = "[listener.retry]\nenabled = true\nmultiplier = 3\njitter = 0.5";
    let whole = settings(file, &[("ACEMQ_LISTENER__RETRY", "fixed(4, 2s)")], |config| config).listener.retry;
    assert_eq!((whole.multiplier, whole.jitter), (None, None));
    assert_eq!(whole.max_attempts.expect("read").value, 4);

    let file = "listener.retry = 'exponential(5, 2s, 30s, jitter = 0.5)'";
    let added = [("ACEMQ_LISTENER__RETRY__MAX_ATTEMPTS", "7"), ("ACEMQ_LISTENER__RETRY__JITTER", "0")];
    let retry = settings(file, &added, |config| config).listener.retry;
    assert_eq!(retry.max_attempts.expect("read").value, 7);
    assert_eq!(retry.initial_delay.expect("read").value, Duration::from_secs(2));
    assert_eq!(retry.jitter.expect("read").value.to_bits(), 0.0_f64.to_bits());

    let off = settings(file, &[], |config| config.with("listener.retry.enabled", false)).listener.retry;
    assert!(!off.is_on());
    let off = settings(file, &[], |config| config.with("listener.retry", "none")).listener.retry;
    assert!(!off.is_on() && off.max_attempts.is_none());
}

#[test]
fn keys_override_what_the_url_says() {
    let settings = settings(
        "url = 'amqp://a:b@host:1/c'",
        &[("ACEMQ_USERNAME", "user"), ("ACEMQ_PASSWORD", "pass@/%")],
        |config| config.with("virtual-host", "d/e%2F"),
    );
    let connection = settings.connection;
    assert_eq!(
        (connection.host.as_str(), connection.port, connection.virtual_host.as_str()),
        ("host", 1, "d/e%2F")
    );
    assert_eq!((connection.username.as_str(), connection.password.reveal()), ("user", "pass@/%"));
}

#[test]
fn a_password_key_completes_the_user_of_the_url() {
    for file in ["url = 'amqp://shop@host'", "url = 'amqp://shop:old@host'"] {
        let settings = settings(file, &[("ACEMQ_PASSWORD", "new")], |config| config);
        assert_eq!(settings.connection.username, "shop");
        assert_eq!(settings.connection.password.reveal(), "new");
    }
}

#[test]
fn what_code_sets_wrongly_is_reported_with_everything_else_at_the_start() {
    let config = Config::default()
        .with("prefech", 5)
        .with("listener.prefech", 5)
        .with("listener", 5)
        .with("banana", 5)
        .with("listener.prefetch", "five")
        .with("listeners.pay.queue", "amq.x")
        .with("listener.concurrency", u64::MAX);
    let faults = config.settings().expect_err("faults");
    assert_eq!(
        reports(&faults),
        [
            "code: `prefech`: unknown key\nhelp: write `listener.prefetch`",
            "code: `listener.prefech`: unknown key\nhelp: write `listener.prefetch`",
            "code: `listener`: this is a table of keys\nhelp: write one of the keys below it, such as `listener.prefetch`",
            "code: `banana`: unknown key\nhelp: write a key with its levels, such as `listener.prefetch`",
            "code: `listener.prefetch`: `five` is not a whole number\nhelp: write `100`",
            "code: `listener.concurrency`: `9223372036854775807` is not within 1 and 65535\nhelp: write `1`",
            "code: `listeners.pay.queue`: queue names that begin with `amq.` are the broker's own\nhelp: write `x`",
        ]
    );
}
