//! Every key, from every source, read back from the settings.

use std::{collections::BTreeSet, fmt::Debug};

use super::support::variables;
use crate::{
    Config, ConfigValue,
    config::{format::FileFormat, schema, settings::Settings},
};

/// A value as the formats write it.
#[derive(Clone, Copy)]
enum Sample {
    Text(&'static str),
    Whole(i64),
    Fraction(f64),
    Flag(bool),
}

use Sample::{Flag, Fraction, Text, Whole};

impl Sample {
    /// As TOML, YAML and JSON write it alike.
    fn quoted(self) -> String {
        match self {
            Text(text) => format!("\"{text}\""),
            Whole(_) | Fraction(_) | Flag(_) => self.plain(),
        }
    }

    /// As the environment writes it.
    fn plain(self) -> String {
        match self {
            Text(text) => text.to_owned(),
            Whole(whole) => whole.to_string(),
            Fraction(fraction) => fraction.to_string(),
            Flag(flag) => flag.to_string(),
        }
    }

    fn in_code(self) -> ConfigValue {
        match self {
            Text(text) => text.into(),
            Whole(whole) => whole.into(),
            Fraction(fraction) => fraction.into(),
            Flag(flag) => flag.into(),
        }
    }
}

/// A key, a value for it that is not its default, how the settings show it, and what they then show.
type Row = (&'static str, Sample, fn(&Settings) -> String, &'static str);

fn show(value: impl Debug) -> String {
    format!("{value:?}")
}

macro_rules! rows {
    ($($key:literal = $sample:expr, $settings:ident => $shown:expr, $expected:literal;)*) => {
        &[$(($key, $sample, |$settings: &Settings| show(&$shown), $expected)),*]
    };
}

/// Every key outside the tables whose names are the user's.
const KEYS: &[Row] = rows! {
    "enabled" = Flag(false), s => s.enabled, "false";
    "url" = Text("memory://orders"), s => (s.connection.scheme, &s.connection.host), "(Memory, \"orders\")";
    "username" = Text("shop"), s => s.connection.username, "\"shop\"";
    "password" = Text("secret"), s => s.connection.password.reveal(), "\"secret\"";
    "virtual-host" = Text("eu/shop"), s => s.connection.virtual_host, "\"eu/shop\"";
    "client-name" = Text("shop"), s => s.connection.client_name, "\"shop\"";
    "heartbeat" = Text("15s"), s => s.connection.heartbeat, "15s";
    "connection-timeout" = Text("4s"), s => s.connection.connection_timeout, "4s";
    "confirm-timeout" = Text("5s"), s => s.connection.confirm_timeout, "5s";
    "blocked-timeout" = Text("6s"), s => s.connection.blocked_timeout, "6s";
    "max-outstanding-publishes" = Whole(7), s => s.connection.max_outstanding_publishes, "7";
    "format" = Text("cbor"), s => s.format.as_ref().unwrap().value, "\"cbor\"";
    "startup" = Text("fail-fast"), s => s.startup, "FailFast";
    "startup-timeout" = Text("8s"), s => s.startup_timeout, "8s";
    "allow-no-listeners" = Flag(true), s => s.allow_no_listeners, "true";
    "publisher-confirms" = Flag(true), s => s.enabled, "true";
    "tls.mode" = Text("disabled"), s => s.enabled, "true";
    "tls.allow-development-certificates" = Flag(false), s => s.enabled, "true";
    "tls.check-revocation" = Flag(true), s => s.enabled, "true";
    "topology.apply" = Text("none"), s => s.topology.apply, "None";
    "topology.rungs" = Text("classic"), s => s.topology.rungs, "Classic";
    "topology.fail-on-drift" = Flag(false), s => s.enabled, "true";
    "topology.declare-listener-queues" = Flag(false), s => s.topology.declare_listener_queues, "false";
    "listener.prefetch" = Whole(9), s => s.listener.prefetch.as_ref().unwrap().value, "9";
    "listener.concurrency" = Whole(3), s => s.listener.concurrency.as_ref().unwrap().value, "3";
    "listener.auto-startup" = Flag(false), s => s.listener.auto_startup.as_ref().unwrap().value, "\"false\"";
    "listener.shutdown-timeout" = Text("11s"), s => s.shutdown_timeout, "11s";
    "listener.requeue-on-failure" = Flag(true), s => s.listener.requeue_on_failure.as_ref().unwrap().value, "true";
    "listener.on-exhausted" = Text("park"), s => s.listener.on_exhausted.as_ref().unwrap().value, "Park";
    "listener.timeout" = Text("12s"), s => s.listener.timeout.as_ref().unwrap().value, "12s";
    "listener.ack-batch" = Whole(14), s => s.listener.ack_batch.as_ref().unwrap().value, "14";
    "listener.max-redeliveries" = Whole(15), s => s.listener.max_redeliveries.as_ref().unwrap().value, "15";
    "listener.retry" = Text("fixed(4, 2s)"), s => s.listener.retry.max_attempts.as_ref().unwrap().value, "4";
    "listener.retry.enabled" = Flag(true), s => s.listener.retry.enabled.as_ref().unwrap().value, "true";
    "listener.retry.kind" = Text("fixed"), s => s.listener.retry.kind.as_ref().unwrap().value, "Fixed";
    "listener.retry.max-attempts" = Whole(5), s => s.listener.retry.max_attempts.as_ref().unwrap().value, "5";
    "listener.retry.initial-delay" = Text("6s"), s => s.listener.retry.initial_delay.as_ref().unwrap().value, "6s";
    "listener.retry.max-delay" = Text("7s"), s => s.listener.retry.max_delay.as_ref().unwrap().value, "7s";
    "listener.retry.multiplier" = Fraction(2.5), s => s.listener.retry.multiplier.as_ref().unwrap().value, "2.5";
    "listener.retry.jitter" = Fraction(0.25), s => s.listener.retry.jitter.as_ref().unwrap().value, "0.25";
    "listener.retry.give-up-after" = Text("8s"), s => s.listener.retry.give_up_after.as_ref().unwrap().value, "8s";
    "listener.retry.broker-wait-threshold" = Text("always"),
        s => s.listener.retry.broker_wait_threshold.as_ref().unwrap().value, "Always";
};

/// Every key below a name or an index. A name in the environment comes to lower case.
const NAMED: &[Row] = rows! {
    "listeners.pay.queue" = Text("orders.eu"), s => s.listeners[0].2.queue.as_ref().unwrap().value, "\"orders.eu\"";
    "listeners.pay.idempotent" = Text("db"), s => s.listeners[0].2.idempotent.as_ref().unwrap().value, "\"db\"";
    "listeners.pay.idempotency-key" = Text("header:x-request"),
        s => s.listeners[0].2.idempotency_key.as_ref().unwrap().value, "Header(\"x-request\")";
    "listeners.pay.prefetch" = Whole(9), s => s.listeners[0].2.prefetch.as_ref().unwrap().value, "9";
    "listeners.pay.concurrency" = Whole(3), s => s.listeners[0].2.concurrency.as_ref().unwrap().value, "3";
    "listeners.pay.auto-startup" = Text("${on}"), s => s.listeners[0].2.auto_startup.as_ref().unwrap().value, "\"${on}\"";
    "listeners.pay.requeue-on-failure" = Flag(true),
        s => s.listeners[0].2.requeue_on_failure.as_ref().unwrap().value, "true";
    "listeners.pay.on-exhausted" = Text("republish(failed, late)"),
        s => s.listeners[0].2.on_exhausted.as_ref().unwrap().value,
        "Republish { exchange: \"failed\", routing_key: \"late\" }";
    "listeners.pay.order" = Whole(-2), s => s.listeners[0].2.order.as_ref().unwrap().value, "-2";
    "listeners.pay.timeout" = Text("none"), s => s.listeners[0].2.timeout.as_ref().unwrap().value, "0ns";
    "listeners.pay.ack-batch" = Whole(5), s => s.listeners[0].2.ack_batch.as_ref().unwrap().value, "5";
    "listeners.pay.max-redeliveries" = Whole(6),
        s => s.listeners[0].2.max_redeliveries.as_ref().unwrap().value, "6";
    "listeners.pay.codec" = Text("cbor"), s => s.listeners[0].2.codec.as_ref().unwrap().value, "\"cbor\"";
    "listeners.pay.consumer-arguments.x-priority" = Whole(10),
        s => s.listeners[0].2.consumer_arguments["x-priority"].value, "I64(10)";
    "listeners.pay.consumer-arguments.x-wanted" = Flag(true),
        s => s.listeners[0].2.consumer_arguments["x-wanted"].value, "Bool(true)";
    "listeners.pay.consumer-arguments.x-name" = Text("shop"),
        s => s.listeners[0].2.consumer_arguments["x-name"].value, "Text(\"shop\")";
    "listeners.pay.retry" = Text("none"), s => s.listeners[0].2.retry.enabled.as_ref().unwrap().value, "false";
    "listeners.pay.retry.jitter" = Whole(0), s => s.listeners[0].2.retry.jitter.as_ref().unwrap().value, "0.0";
    "stores.db.kind" = Text("sqlite"), s => s.stores["db"].kind, "Sqlite";
    "vars.queue" = Text("orders.new"), s => s.resolve_placeholders("${queue}"), "Ok(\"orders.new\")";
};

/// The key in each format, alone in its document.
fn documents(key: &str, sample: Sample) -> [(FileFormat, String); 3] {
    let value = sample.quoted();
    let yaml = key.replace('.', ": {") + ": " + &value + &"}".repeat(key.matches('.').count());
    let levels: Vec<String> = key.split('.').map(|level| format!("{{\"{level}\": ")).collect();
    [
        (FileFormat::Toml, format!("{key} = {value}")),
        (FileFormat::Yaml, yaml),
        (FileFormat::Json, levels.concat() + &value + &"}".repeat(levels.len())),
    ]
}

/// What a key alone would be refused for.
fn completed(config: Config, key: &str) -> Config {
    match key {
        "username" => config.with("password", "x"),
        "password" => config.with("username", "x"),
        _ => config,
    }
}

fn variable(key: &str) -> String {
    format!("ACEMQ_{}", key.replace('.', "__").replace('-', "_").to_ascii_uppercase())
}

#[test]
fn every_key_is_read_from_every_source() {
    for (key, sample, shown, expected) in KEYS.iter().chain(NAMED) {
        let read = |source: &str, config: Config| match completed(config, key).settings() {
            Ok(settings) => assert_eq!(shown(&settings), *expected, "{key} from {source}"),
            Err(faults) => panic!("{key} from {source}: {faults:?}"),
        };
        let half = matches!(*key, "username" | "password");
        for (format, text) in documents(key, *sample) {
            // Half a pair of credentials is refused where it is read: there both halves stand in the document.
            if half && format == FileFormat::Toml {
                let text =
                    format!("{text}\n{} = 'x'", if *key == "username" { "password" } else { "username" });
                read("TOML", Config::of_text(format, "acemq", &text, Vec::new()).expect(&text));
            } else if !half {
                let config = Config::of_text(format, "acemq", &text, Vec::new());
                read(&format!("{format:?}"), config.unwrap_or_else(|error| panic!("{error}\n{text}")));
            }
        }
        let name = variable(key);
        let value = sample.plain();
        let mut pairs = vec![(name.as_str(), value.as_str())];
        if half {
            pairs.push((if *key == "username" { "ACEMQ_PASSWORD" } else { "ACEMQ_USERNAME" }, "x"));
        }
        let config = Config::of_text(FileFormat::Toml, "acemq", "", variables(&pairs));
        read("the environment", config.unwrap_or_else(|error| panic!("{error}\n{pairs:?}")));
        read("code", Config::default().with(key, sample.in_code()));
    }
}

#[test]
fn no_key_of_the_schema_is_left_out_of_that_table() {
    let tested: BTreeSet<&str> = KEYS.iter().map(|(key, ..)| *key).collect();
    // Read from a file on the disk; and refused, whatever they say.
    let elsewhere = [
        "password-file",
        "tls.certificate-authority",
        "tls.client-certificate",
        "tls.client-key",
        "tls.client-key-password",
        "tls.server-name",
    ];
    let missing: Vec<String> = schema::names(".")
        .into_iter()
        .filter(|name| !tested.contains(name.as_str()) && !elsewhere.contains(&name.as_str()))
        .collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn nothing_written_means_the_defaults() {
    let settings = Config::default().settings().expect("defaults");
    let connection = &settings.connection;
    assert_eq!(
        show((&connection.scheme, &connection.host, connection.port, &connection.virtual_host)),
        r#"(Amqp, "localhost", 5672, "/")"#
    );
    assert_eq!((connection.username.as_str(), connection.password.reveal()), ("guest", "guest"));
    assert_eq!(
        show((
            connection.heartbeat,
            connection.connection_timeout,
            connection.confirm_timeout,
            connection.blocked_timeout,
            connection.max_outstanding_publishes,
        )),
        "(0ns, 10s, 30s, 30s, 10000)"
    );
    assert!(!connection.client_name.is_empty());
    assert_eq!(
        show((
            settings.enabled,
            settings.format,
            settings.startup,
            settings.startup_timeout,
            settings.allow_no_listeners,
            settings.shutdown_timeout,
        )),
        "(true, None, Wait, 60s, false, 30s)"
    );
    let topology = &settings.topology;
    assert_eq!(
        show((topology.apply, topology.rungs, topology.declare_listener_queues)),
        "(CreateOnly, Quorum, true)"
    );
    assert!(
        topology.declared.exchanges.is_empty()
            && topology.declared.queues.is_empty()
            && topology.declared.bindings.is_empty()
    );
    assert!(settings.listeners.is_empty() && settings.stores.is_empty());
    assert_eq!(settings.listener, crate::listener::ListenerLayer::default());
}

#[test]
fn every_key_of_a_store_is_read() {
    let settings = super::support::toml(
        "[stores.db]
         kind = 'sqlite'
         url = 'sqlite://canary.db'
         table = 'claims'
         scope = 'bare'
         retention = '2d'
         lease = '9s'
         create-schema = false
         capacity = 5
         [stores.memory]
         kind = 'memory'",
    );
    assert_eq!(
        show(&settings.stores["db"]),
        "StoreSettings { kind: Sqlite, url: Some(***), table: \"claims\", scope: Bare, retention: 172800s, lease: 9s, \
         create_schema: false, capacity: 5 }"
    );
    assert_eq!(
        show(&settings.stores["memory"]),
        "StoreSettings { kind: Memory, url: None, table: \"acemq_idempotency\", scope: Queue, retention: 86400s, \
         lease: 30s, create_schema: true, capacity: 100000 }"
    );
}

#[test]
fn every_key_of_the_topology_s_lists_is_read() {
    let settings = super::support::toml(
        "[[topology.exchanges]]
         name = 'orders'
         type = 'Fanout'
         [[topology.exchanges]]
         name = 'events'
         [[topology.queues]]
         name = 'orders.new'
         dead-letter = true
         [[topology.queues]]
         name = 'audit'
         type = 'classic'
         arguments = { x-max-length = 10, x-overflow = 'reject-publish', x-single-active-consumer = true, x-List = [1, 'a'] }
         [[topology.bindings]]
         queue = 'orders.new'
         exchange = 'orders'
         [[topology.bindings]]
         queue = 'audit'
         exchange = 'events'
         routing-key = 'orders.#'",
    );
    let topology = settings.topology;
    assert_eq!(
        show(&topology.declared.exchanges),
        "[DeclaredExchange { name: \"orders\", kind: Fanout }, DeclaredExchange { name: \"events\", kind: Topic }]"
    );
    assert_eq!(
        show(&topology.declared.queues),
        "[DeclaredQueue { name: \"orders.new\", kind: Quorum, dead_letter: On, arguments: {} }, \
         DeclaredQueue { name: \"audit\", kind: Classic, dead_letter: Off, arguments: {\
         \"x-List\": List([I64(1), Text(\"a\")]), \"x-max-length\": I64(10), \
         \"x-overflow\": Text(\"reject-publish\"), \"x-single-active-consumer\": Bool(true)} }]"
    );
    assert_eq!(
        show(&topology.declared.bindings),
        "[DeclaredBinding { queue: \"orders.new\", exchange: \"orders\", routing_key: \"\", arguments: {} }, \
         DeclaredBinding { queue: \"audit\", exchange: \"events\", routing_key: \"orders.#\", arguments: {} }]"
    );
}
