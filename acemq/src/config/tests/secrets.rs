//! A secret never prints.

use super::support::{faults_of, with_environment};
use crate::Config;

#[test]
fn nothing_that_prints_shows_a_password() {
    let config = with_environment(
        "url = 'amqp://shop:canary1@host'\nstores.db = { kind = 'sqlite', url = 'sqlite://u:canary2@h/d' }",
        &[("ACEMQ_PASSWORD", "canary3"), ("DATABASE_PASSWORD", "canary4")],
    )
    .expect("a configuration")
    .with("username", "shop")
    .with("password", "canary5");
    let shown = format!("{config:?} {:?}", config.settings().expect("settings"));
    assert!(!shown.contains("canary"), "{shown}");
    assert!(!format!("{:?}", crate::ConfigValue::from("canary")).contains("canary"));
}

#[test]
fn no_fault_shows_a_password() {
    for text in [
        "password = ['canary']",
        "url = 'canary@host'",
        "url = ['amqp://shop:canary@host']",
        "url = 'amqp://shop:canary/x@host'",
        "url = 'amqp://shop:canary%@host'",
        "password = 'canary'",
        "password = 'canary'\npassword-file = '/nowhere'",
        "stores.db = { kind = 'memory', url = 'postgres://u:canary@h/d' }",
        "stores.db.url = 3",
    ] {
        let faults = faults_of(with_environment(text, &[]));
        assert!(!format!("{faults:?} {}", faults[0]).contains("canary"), "{text}: {faults:?}");
    }
}

#[test]
fn a_syntax_error_does_not_repeat_the_line() {
    for (text, read) in [
        ("password = 'canary", Config::from_toml as fn(&str) -> crate::Result<Config>),
        ("password = canary", Config::from_toml),
        ("password: [canary", Config::from_yaml),
        ("password: 'canary", Config::from_yaml),
        ("{\"password\": \"canary}", Config::from_json),
        ("{\"password\": canary}", Config::from_json),
    ] {
        let error = read(text).expect_err(text);
        assert!(!format!("{error:?}").contains("canary"), "{error}");
    }
}
