//! `acemq.listeners.<id>`, matched with the listeners that there are.

use super::support::{reports, with_environment};
use crate::{Config, config::settings::Settings};

const IDS: &[&str] = &["shop::pay::on_payment", "shop::stock::on_order", "shop::pay::on_order"];

fn settings(config: &Config) -> Settings {
    config.settings().expect("settings")
}

#[test]
fn each_source_may_name_a_listener_in_its_own_way_and_the_stronger_wins_key_by_key() {
    let file = "[listeners.'pay::on_payment']\nprefetch = 1\nconcurrency = 1\norder = 1";
    let variables = [
        ("ACEMQ_LISTENERS__ON_PAYMENT__PREFETCH", "20"),
        ("ACEMQ_LISTENERS__SHOP__PAY__ON_PAYMENT__CONCURRENCY", "2"),
        ("ACEMQ_LISTENERS__ON_PAYMENT__RETRY__MAX_ATTEMPTS", "7"),
    ];
    let config = with_environment(file, &variables)
        .expect("a configuration")
        .with("listeners.on_payment.concurrency", 3)
        .with("listeners.shop::pay::on_payment.retry.enabled", true);
    let overrides = settings(&config).overrides(IDS).expect("all are known");
    assert_eq!(overrides.keys().collect::<Vec<_>>(), ["shop::pay::on_payment"]);
    let layer = &overrides["shop::pay::on_payment"];
    assert_eq!(layer.prefetch.as_ref().expect("read").value, 20);
    assert_eq!(layer.concurrency.as_ref().expect("read").value, 3);
    assert_eq!(layer.order.as_ref().expect("read").value, 1);
    assert_eq!(layer.retry.max_attempts.as_ref().expect("read").value, 7);
    assert!(layer.retry.is_on());
}

#[test]
fn a_name_of_none_or_several_is_refused() {
    let config = with_environment(
        "[listeners.on_paymnt]\nprefetch = 1\n[listeners.on_order]\n",
        &[("ACEMQ_LISTENERS__ON_ORDER__PREFETCH", "2")],
    );
    let faults = settings(&config.expect("a configuration")).overrides(IDS).expect_err("faults");
    let ambiguous = |name: &str| {
        format!(
            "`{name}` could be `shop::pay::on_order` or `shop::stock::on_order`\nhelp: write `shop::pay::on_order`"
        )
    };
    assert_eq!(
        reports(&faults),
        [
            format!(
                "ACEMQ_LISTENERS__ON_ORDER__PREFETCH: `listeners.ON_ORDER`: {}",
                ambiguous("ON_ORDER")
            ),
            "acemq.toml:1: `listeners.on_paymnt`: no listener is called `on_paymnt`\nhelp: write `on_payment`".to_owned(),
            format!("acemq.toml:3: `listeners.on_order`: {}", ambiguous("on_order")),
        ]
    );
}

#[test]
fn two_names_of_one_listener_in_one_file_are_refused() {
    let file = "[listeners.on_payment]\nprefetch = 1\n[listeners.'pay::on_payment']\nprefetch = 2";
    let faults =
        settings(&with_environment(file, &[]).expect("a configuration")).overrides(IDS).expect_err("a fault");
    assert_eq!(
        reports(&faults),
        [
            "acemq.toml:3: `listeners.pay::on_payment`: `shop::pay::on_payment` is already meant at acemq.toml:1\nhelp: make \
          one of the two"
        ]
    );
}

#[test]
fn what_nobody_says_is_in_no_map() {
    assert!(settings(&Config::default()).overrides(IDS).expect("nothing").is_empty());
}
