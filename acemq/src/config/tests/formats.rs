//! What each format can write, how keys may be spelled, and where the section is.

use std::{fmt::Write, time::Duration};

use acemq_core::retry::BrokerWait;

use super::support::{faults, faults_of, reports, toml};
use crate::{
    Config,
    config::{format::FileFormat, settings::Settings},
};

fn read(format: FileFormat, text: &str) -> Settings {
    let config = Config::of_text(format, "acemq", text, Vec::new());
    config.unwrap_or_else(|error| panic!("{error}\n{text}")).settings().expect("settings")
}

#[test]
fn one_key_may_be_written_in_each_spelling() {
    for spelling in [
        "max-outstanding-publishes",
        "maxOutstandingPublishes",
        "max_outstanding_publishes",
        "MaxOutstandingPublishes",
    ] {
        assert_eq!(toml(&format!("{spelling} = 7")).connection.max_outstanding_publishes, 7, "{spelling}");
    }
    let settings = toml("[LISTENER.Retry]\nMaxAttempts = 5");
    assert_eq!(settings.listener.retry.max_attempts.expect("read").value, 5);
}

#[test]
fn ids_names_and_arguments_stay_as_they_are_written() {
    let settings = toml(
        "listeners.onPayment.prefetch = 5
         stores.My_Db.kind = 'memory'
         [[topology.queues]]
         name = 'Orders_New'
         arguments = { x_Max-Length = 3 }",
    );
    assert_eq!(settings.listeners[0].0, "onPayment");
    assert_eq!(settings.stores.keys().collect::<Vec<_>>(), ["My_Db"]);
    assert_eq!(settings.topology.declared.queues[0].name, "Orders_New");
    assert!(settings.topology.declared.queues[0].arguments.contains_key("x_Max-Length"));
}

#[test]
fn two_spellings_of_one_key_in_one_source_are_refused() {
    assert_eq!(
        reports(&faults("[listener.retry]\nmax-attempts = 3\nmaxAttempts = 4")),
        [
            "acemq.toml:3: `listener.retry.max-attempts`: written twice: as `max-attempts` (acemq.toml:2) and as \
          `maxAttempts`\nhelp: keep one of the two"
        ]
    );
    let doubled = "stores:\n  db: {kind: memory}\n  db: {kind: sqlite}\nenabled: true\nenabled: false";
    assert_eq!(
        reports(&faults_of(Config::of_text(FileFormat::Yaml, "acemq.yaml", doubled, Vec::new()))),
        [
            "acemq.yaml:3: `stores.db`: written twice, first at acemq.yaml:2\nhelp: keep one of the two",
            "acemq.yaml:5: `enabled`: written twice: as `enabled` (acemq.yaml:4) and as `enabled`\nhelp: keep one of the two",
        ]
    );
}

#[test]
fn a_word_may_be_written_in_any_case() {
    for (word, shown) in [
        ("Create", "CreateOnly"),
        ("CREATE_ONLY", "CreateOnly"),
        ("createOnly", "CreateOnly"),
        ("None", "None"),
    ] {
        let settings = toml(&format!("topology.apply = '{word}'"));
        assert_eq!(format!("{:?}", settings.topology.apply), shown, "{word}");
    }
}

#[test]
fn a_duration_may_be_written_in_every_form() {
    for (written, expected) in [
        ("'2s'", 2_000),
        ("'1m30s'", 90_000),
        ("'500ms'", 500),
        ("'7d'", 604_800_000),
        ("'00:00:02'", 2_000),
        ("'00:00:00.100'", 100),
        ("'7.00:00:00'", 604_800_000),
        ("'PT2S'", 2_000),
        ("00:00:30", 30_000),
    ] {
        let settings = toml(&format!("confirm-timeout = {written}"));
        assert_eq!(settings.connection.confirm_timeout, Duration::from_millis(expected), "{written}");
    }
}

#[test]
fn no_limit_has_its_word_and_zero() {
    for written in ["'none'", "'None'", "0", "'0s'"] {
        let retry = toml(&format!("listener.retry.give-up-after = {written}")).listener.retry;
        assert_eq!(retry.give_up_after.expect("read").value, Duration::ZERO, "{written}");
    }
    for (written, expected) in [
        ("'never'", BrokerWait::Never),
        ("'Always'", BrokerWait::Always),
        ("0", BrokerWait::Never),
        ("'0s'", BrokerWait::Never),
        ("'5s'", BrokerWait::From(Duration::from_secs(5))),
    ] {
        let retry = toml(&format!("listener.retry.broker-wait-threshold = {written}")).listener.retry;
        assert_eq!(retry.broker_wait_threshold.expect("read").value, expected, "{written}");
    }
}

#[test]
fn the_section_is_a_table_acemq_in_any_case_or_else_the_whole_document() {
    for (format, text) in [
        (FileFormat::Toml, "enabled = false"),
        (FileFormat::Toml, "[acemq]\nenabled = false\n[spring]\nname = 'x'"),
        (FileFormat::Yaml, "spring: {name: x}\nAceMq:\n  enabled: false\n"),
        (FileFormat::Json, "{\"Logging\": {\"a\": 1}, \"ACEMQ\": {\"Enabled\": false}}"),
    ] {
        assert!(!read(format, text).enabled, "{text}");
    }
    assert!(read(FileFormat::Yaml, "acemq:\nother: 1\n").enabled, "an empty section says nothing");
    assert_eq!(
        reports(&faults("acemq.enabled = true\nAceMq.enabled = false")),
        [
            "acemq.toml:2: `AceMq`: a second section: the first is `acemq` (acemq.toml:1)\nhelp: make one section of the two"
        ]
    );
}

#[test]
fn a_mark_in_front_an_empty_document_and_empty_values_say_nothing() {
    assert!(!read(FileFormat::Json, "\u{feff}{\"enabled\": false}").enabled);
    assert!(!read(FileFormat::Yaml, "\u{feff}enabled: false").enabled);
    assert!(!read(FileFormat::Toml, "\u{feff}enabled = false").enabled);
    for text in ["", " \n", "# nothing\n", "---\n", "~", "username:\nlistener:\n", "listeners: {pay: }"] {
        assert!(read(FileFormat::Yaml, text).enabled, "{text:?}");
    }
    assert!(read(FileFormat::Json, "{\"username\": null}").enabled);
    let bare = read(FileFormat::Yaml, "listeners: {pay: }");
    assert_eq!(bare.listeners.len(), 1, "a name with nothing below it is checked like any other");
}

#[test]
fn yaml_scalars_are_read_by_the_core_schema() {
    let text = "
client-name: \"20\"
listener: {prefetch: 0x10, concurrency: +2, retry: {jitter: .5, multiplier: 2e0, initial-delay: 00:00:02}}
allow-no-listeners: True
topology:
  queues:
    - name: &name orders.new
      arguments: {a: yes, b: '7', c: 0o17, d: !!str 8, e: 1.5, f: nan}
  bindings:
    - {queue: *name, exchange: x}
";
    let settings = read(FileFormat::Yaml, text);
    assert_eq!(settings.connection.client_name, "20");
    assert_eq!(settings.listener.prefetch.expect("read").value, 16);
    assert_eq!(settings.listener.retry.initial_delay.expect("read").value, Duration::from_secs(2));
    assert!(settings.allow_no_listeners);
    assert_eq!(settings.topology.declared.bindings[0].queue, "orders.new");
    assert_eq!(
        format!("{:?}", settings.topology.declared.queues[0].arguments),
        r#"{"a": Text("yes"), "b": Text("7"), "c": I64(15), "d": Text("8"), "e": F64(1.5), "f": Text("nan")}"#
    );
}

#[test]
fn a_document_that_is_none_says_where_and_why() {
    for (format, text, start) in [
        (FileFormat::Toml, "enabled = true\nurl = ", "acemq:2: this is not TOML: "),
        (FileFormat::Toml, "enabled = true\nenabled = false", "acemq:2: this is not TOML: duplicate key"),
        (FileFormat::Yaml, "enabled: true\nurl: [", "acemq:3: this is not YAML: "),
        (
            FileFormat::Yaml,
            "enabled: true\n---\nenabled: false",
            "acemq:3: the file holds several YAML documents",
        ),
        (FileFormat::Yaml, "- a", "acemq:1: the document is a list, not a table"),
        (FileFormat::Json, "{\n\"enabled\": true,\n}", "acemq:3: this is not JSON: trailing comma"),
        (FileFormat::Json, "[]", "acemq:1: the document is a list, not a table"),
    ] {
        let faults = faults_of(Config::of_text(format, "acemq", text, Vec::new()));
        assert!(faults[0].to_string().starts_with(start), "{text:?}: {}", faults[0]);
    }
}

#[test]
fn all_syntax_errors_of_a_toml_file_are_found_at_once() {
    assert_eq!(faults("a = \nb = 1\nc = ").len(), 2);
}

#[test]
fn aliases_that_stand_for_too_much_are_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..9 {
        let before = format!("*a{}", level - 1);
        let items = vec![before; 10].join(", ");
        writeln!(text, "a{level}: &a{level} [{items}]").expect("a String");
    }
    let faults = faults_of(Config::of_text(FileFormat::Yaml, "acemq", &text, Vec::new()));
    assert_eq!(faults[0].message(), "the aliases stand for too much");
}

#[test]
fn every_value_knows_its_line_in_every_format() {
    for (format, text, origin) in [
        (FileFormat::Toml, "\n[listener]\n\nprefetch = 'x'", "f:4"),
        (FileFormat::Toml, "\nlistener = { concurrency = 1,\n prefetch = 'x' }", "f:3"),
        (FileFormat::Yaml, "a:\n\nacemq:\n  listener:\n\n    prefetch: x\n", "f:6"),
        (FileFormat::Json, "{\n\"listener\": {\n\n  \"prefetch\": \"x\"}}", "f:4"),
    ] {
        let faults = faults_of(Config::of_text(format, "f", text, Vec::new()));
        assert_eq!((faults[0].origin(), faults[0].key()), (origin, "listener.prefetch"), "{text:?}");
    }
}
