//! The `ACEMQ_…` variables.

use super::support::{faults_of, reports, with_environment};
use crate::config::settings::Settings;

fn settings(file: &str, variables: &[(&str, &str)]) -> Settings {
    with_environment(file, variables).expect("a configuration").settings().expect("settings")
}

#[test]
fn what_is_no_setting_is_left_alone() {
    settings(
        "",
        &[
            ("ACEMQ_CONFIG", "x"),
            ("ACEMQ_TEST_URL", "y"),
            ("PATH", "z"),
            ("acemq_banana", "w"),
            ("ACEMQ", "v"),
        ],
    );
}

#[test]
fn an_unknown_variable_is_refused_with_the_nearest() {
    for (name, help) in [
        ("ACEMQ_LISTENER__PREFECH", "write `ACEMQ_LISTENER__PREFETCH`"),
        ("ACEMQ_LISTENER_PREFETCH", "write `ACEMQ_LISTENER__PREFETCH`"),
        ("ACEMQ_PREFETCH", "write `ACEMQ_LISTENER__PREFETCH`"),
        ("ACEMQ_URI", "write `ACEMQ_URL`"),
        ("ACEMQ_LISTENERS__ON_PAYMENT__PREFECH", "write `ACEMQ_LISTENERS__ON_PAYMENT__PREFETCH`"),
        (
            "ACEMQ_PORT_5672_TCP_ADDR",
            "if Kubernetes set it for a service called `acemq`: write `enableServiceLinks: false`, or rename that service",
        ),
        ("ACEMQ_BANANA", "unset it: every variable that begins with `ACEMQ_` is a setting"),
    ] {
        let faults = faults_of(with_environment("", &[(name, "1")]));
        assert_eq!(reports(&faults), [format!("{name}: unknown setting\nhelp: {help}")]);
    }
}

#[test]
fn values_are_read_from_text_by_the_key_s_type() {
    for (name, value, message) in [
        ("ACEMQ_LISTENER__PREFETCH", "many", "`many` is not a whole number"),
        ("ACEMQ_LISTENER__PREFETCH", "", "`` is not a whole number"),
        ("ACEMQ_LISTENER__PREFETCH", "0", "`0` is not within 1 and 65535"),
        ("ACEMQ_ENABLED", "1", "`1` is not `true` or `false`"),
        ("ACEMQ_CONFIRM_TIMEOUT", "30", "`30` has no unit"),
        ("ACEMQ_LISTENER__RETRY__MULTIPLIER", "x", "`x` is not a number"),
        ("ACEMQ_LISTENER__RETRY", "fixd(3, 1s)", "`fixd` is not a retry policy"),
    ] {
        let faults = faults_of(with_environment("", &[(name, value)]));
        assert_eq!((faults[0].origin(), faults[0].message()), (name, message), "{value:?}");
    }
    assert!(!settings("", &[("ACEMQ_ENABLED", " False ")]).enabled);
}

#[test]
fn two_variables_for_one_key_are_refused() {
    let variables = [("ACEMQ_LISTENER__PREFETCH", "1"), ("ACEMQ_LISTENER__PRE_FETCH", "2")];
    assert_eq!(faults_of(with_environment("", &variables)).len(), 1);
    let variables = [("ACEMQ_LISTENER__RETRY", "none"), ("ACEMQ_LISTENER__RETRY__JITTER", "0")];
    assert_eq!(faults_of(with_environment("", &variables)).len(), 1);
}

#[test]
fn a_variable_means_the_name_that_the_file_spells() {
    let file = "stores.'Shop-Db'.kind = 'sqlite'\nvars.'orders.queue' = 'a'";
    let variables = [
        ("ACEMQ_STORES__SHOP_DB__LEASE", "5s"),
        ("ACEMQ_STORES__OTHER__KIND", "memory"),
        ("ACEMQ_VARS__ORDERS_QUEUE", "b"),
        ("ACEMQ_VARS__NEW_QUEUE", "c"),
    ];
    let settings = settings(file, &variables);
    assert_eq!(settings.stores.keys().collect::<Vec<_>>(), ["Shop-Db", "other"]);
    assert_eq!(settings.stores["Shop-Db"].lease, std::time::Duration::from_secs(5));
    assert_eq!(settings.resolve_placeholders("${orders.queue} ${new-queue}"), Ok("b c".to_owned()));
}

#[test]
fn lists_have_their_index_and_arguments_their_broker_s_spelling() {
    let variables = [
        ("ACEMQ_TOPOLOGY__QUEUES__1__NAME", "b"),
        ("ACEMQ_TOPOLOGY__QUEUES__0__NAME", "a"),
        ("ACEMQ_TOPOLOGY__QUEUES__0__ARGUMENTS__X_MAX_LENGTH", "10"),
        ("ACEMQ_TOPOLOGY__QUEUES__0__ARGUMENTS__X_OVERFLOW", "drop-head"),
    ];
    let queues = settings("", &variables).topology.declared.queues;
    assert_eq!(queues.iter().map(|queue| queue.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(
        format!("{:?}", queues[0].arguments),
        r#"{"x-max-length": I64(10), "x-overflow": Text("drop-head")}"#
    );
    let gap = [("ACEMQ_TOPOLOGY__QUEUES__1__NAME", "b")];
    assert_eq!(faults_of(with_environment("", &gap))[0].message(), "this is not a list");
}
