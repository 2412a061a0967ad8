//! What a queue may be called, and what is derived from its name.

#![allow(
    clippy::unwrap_used,
    reason = "a name that is refused or accepted by mistake fails the test with its place"
)]

use std::time::Duration;

use acemq_core::names::{
    MAX_NAME, MAX_QUEUE_NAME, RungKind, check_listener_queue_name, check_queue_name,
    dead_letter_queue, parked_queue, rung, wait_name,
};
use acemq_core::retry::MAX_WAIT;
use proptest::prelude::*;

#[test]
fn waits_are_named_in_their_largest_whole_unit() {
    for (millis, name) in [
        (1, "1ms"),
        (500, "500ms"),
        (1_000, "1s"),
        (1_500, "1500ms"),
        (60_000, "1m"),
        (80_000, "80s"),
        (3_600_000, "1h"),
        (5_400_000, "90m"),
        (86_400_000, "24h"),
        (4_294_967_295, "4294967295ms"),
    ] {
        assert_eq!(wait_name(Duration::from_millis(millis)), name);
    }
    assert_eq!(wait_name(Duration::from_micros(1_000_999)), "1s");
}

#[test]
fn usable_names_are_accepted() {
    for name in [
        "orders.new",
        "a",
        " ",
        "bestellungen-überfällig",
        "amq",
        "amqp.x",
        "日本",
    ] {
        assert_eq!(check_queue_name(name), Ok(()), "{name}");
        assert_eq!(check_listener_queue_name(name), Ok(()), "{name}");
    }
    assert_eq!(check_queue_name(&"q".repeat(MAX_NAME)), Ok(()));
    assert_eq!(
        check_listener_queue_name(&"q".repeat(MAX_QUEUE_NAME)),
        Ok(())
    );
}

#[test]
fn other_names_are_refused_with_one_that_can_be_typed_in() {
    let long = "q".repeat(256);
    let cut = format!("write `{}`", "q".repeat(229));
    for (name, message, help) in [
        ("", "the queue name is empty", "write `orders.new`"),
        (
            "amq.orders",
            "queue names that begin with `amq.` are the broker's own",
            "write `orders`",
        ),
        (
            "amq.amq.",
            "queue names that begin with `amq.` are the broker's own",
            "write `orders.new`",
        ),
        (
            "a\u{0}b\nc",
            "the queue name holds the control character `\\0`",
            "write `abc`",
        ),
        (
            &long,
            "the queue name has 256 bytes, and a broker accepts 255",
            &cut,
        ),
    ] {
        for check in [check_queue_name, check_listener_queue_name] {
            let error = check(name).unwrap_err();
            assert_eq!(error.message(), message);
            assert_eq!(error.help(), help);
            assert_eq!(error.to_string(), format!("{message}: {help}"));
        }
    }
}

#[test]
fn a_listeners_queue_leaves_room_for_what_is_derived_from_it() {
    assert_eq!(MAX_QUEUE_NAME, 229);
    let longest = "é".repeat(114) + "x";
    assert_eq!(check_listener_queue_name(&longest), Ok(()));
    assert_eq!(rung(&longest, MAX_WAIT, RungKind::Quorum).len(), MAX_NAME);
    let error = check_listener_queue_name(&"é".repeat(115)).unwrap_err();
    assert_eq!(
        error.message(),
        "the queue name has 230 bytes, and with more than 229 its retry queues would be over the 255 that a broker accepts"
    );
    assert_eq!(error.help(), format!("write `{}`", "é".repeat(114)));
}

proptest! {
    #[test]
    fn derived_names_of_an_accepted_name_are_accepted(name in "[^\\x00-\\x1f\\x7f]{0,260}", millis in 1_u64..=4_294_967_295) {
        if check_listener_queue_name(&name).is_ok() {
            let wait = Duration::from_millis(millis);
            for derived in [
                dead_letter_queue(&name),
                parked_queue(&name),
                rung(&name, wait, RungKind::Quorum),
                rung(&name, wait, RungKind::Classic),
            ] {
                prop_assert_eq!(check_queue_name(&derived), Ok(()));
            }
        }
    }

    #[test]
    fn what_a_refusal_offers_is_accepted(name in prop_oneof![any::<String>(), "(amq\\.){0,3}[a-zé\n]{0,300}"]) {
        if let Err(error) = check_listener_queue_name(&name) {
            let help = error.help();
            let offered = help.strip_prefix("write `").unwrap().strip_suffix('`').unwrap();
            prop_assert_eq!(check_listener_queue_name(offered), Ok(()));
        }
    }

    #[test]
    fn two_waits_never_share_a_name(left in 1_u64..10_000_000, right in 1_u64..10_000_000) {
        let names = [left, right].map(|millis| wait_name(Duration::from_millis(millis)));
        prop_assert_eq!(left == right, names[0] == names[1]);
    }
}
