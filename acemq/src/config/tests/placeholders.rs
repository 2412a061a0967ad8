//! `${key}` and `${key:default}`.

use super::support::with_environment;
use crate::{Config, config::format::FileFormat, listener::Unfilled};

#[test]
fn a_placeholder_looks_in_vars_then_outside_the_section_then_in_the_environment() {
    let text = "
acemq: {vars: {queue: from-vars, both: vars, deep: '${orders.queue}', number: 5}}
orders: {queue: from-document, size: 3}
both: document
dotted.key: dotted
";
    let variables =
        super::support::variables(&[("PLAIN", "environment"), ("ORDERS_REGION", "eu"), ("both", "x")]);
    let config = Config::of_text(FileFormat::Yaml, "app.yaml", text, variables).expect("a configuration");
    let settings = config.settings().expect("settings");
    for (text, filled) in [
        ("plain", "plain"),
        ("", ""),
        ("$5 {x} $", "$5 {x} $"),
        ("${queue}", "from-vars"),
        ("a.${queue}.${number}.z", "a.from-vars.5.z"),
        ("${both}", "vars"),
        ("${orders.queue}", "from-document"),
        ("${orders.size}", "3"),
        ("${dotted.key}", "dotted"),
        ("${PLAIN}", "environment"),
        ("${orders.region}", "eu"),
        ("${deep}", "from-document"),
        ("${missing:orders.new}", "orders.new"),
        ("${missing:}", ""),
        ("${missing:a:b}", "a:b"),
        ("${missing:${queue}}", "from-vars"),
        ("${missing:${gone:x}}y", "xy"),
    ] {
        assert_eq!(settings.resolve_placeholders(text), Ok(filled.to_owned()), "{text}");
    }
}

#[test]
fn a_placeholder_that_nothing_answers_is_refused_with_what_to_write() {
    let config = with_environment("vars = { queue = 'a', loop = '${pool}', pool = '${loop}' }", &[]);
    let settings = config.expect("a configuration").settings().expect("settings");
    for (text, message, help) in [
        ("${queu}", "nothing is called `queu`", "write `${queue}`"),
        (
            "${banana}",
            "nothing is called `banana`",
            "set `vars.banana`, or give a default: `${banana:orders.new}`",
        ),
        ("a${queue", "the placeholder `${queue` is not closed", "write `${queue}`"),
        (
            "${ queue }",
            "the placeholder key ` queue ` holds ' '",
            "a key has letters, digits, `.`, `-` and `_`: write `${queue}`",
        ),
        ("${loop}", "`${loop}` leads back to itself", "give one of the values on the way as it is"),
    ] {
        let unfilled = Unfilled { message: message.to_owned(), help: help.to_owned() };
        assert_eq!(settings.resolve_placeholders(text), Err(unfilled), "{text}");
    }
}

#[test]
fn values_that_double_at_every_step_end_in_a_fault_and_not_in_memory() {
    let step = |step: usize| format!("v{step} = '{}'", format!("${{v{}}}", step - 1).repeat(4));
    let steps: Vec<String> = (1..16).map(step).collect();
    let text = format!("vars = {{ v0 = 'xxxxxxxxxxxxxxxx', {} }}", steps.join(", "));
    let settings = with_environment(&text, &[]).expect("TOML").settings().expect("settings");
    let unfilled = settings.resolve_placeholders("${v15}").expect_err("too long");
    assert_eq!(unfilled.message, "the placeholders come to more than 65536 bytes");
}
