//! Order, duplicates and names, on registrations made by hand.

use super::*;
use crate::{
    extract::{ArgumentList, DecodeError, Incoming, Requirements},
    listener::{IntoOutcome, Prepared, prepared},
};

fn prepare(incoming: &Incoming<'_>) -> Result<Prepared, DecodeError> {
    prepared(ArgumentList::of(incoming), async {}, IntoOutcome::answer)
}

fn requires(_: &mut Requirements) {}

#[track_caller]
fn listener(id: &'static str) -> Registration {
    Registration::new(id, "orders", prepare, requires)
}

fn ids(registry: &Registry) -> Vec<&str> {
    registry.iter().map(|one| one.id).collect()
}

fn shop() -> Registry {
    Registry::new(
        ["shop::payments::on_payment", "shop::refunds::on_refund", "audit::on_refund", "on_alarm"]
            .map(listener),
    )
    .expect("no duplicates")
}

#[test]
fn listeners_start_by_order_then_by_id() {
    let registry = Registry::new([
        listener("a::late").order(1),
        listener("c"),
        listener("b"),
        listener("z::early").order(-1),
        listener("a"),
    ]);
    assert_eq!(ids(&registry.expect("no duplicates")), ["z::early", "a", "b", "c", "a::late"]);
}

#[test]
fn every_duplicate_id_is_reported_with_all_its_places() {
    let twice = |order| listener("twice").order(order);
    let faults = Registry::new([twice(3), listener("once"), twice(1), listener("also"), listener("also")])
        .expect_err("duplicates");
    assert_eq!(faults.iter().map(|fault| fault.id).collect::<Vec<_>>(), ["also", "twice"]);
    assert_eq!(faults[1].locations.len(), 2);
    assert!(faults[1].locations.iter().all(|location| location.file == file!() && location.line > 1));
    let text = faults[1].to_string();
    assert!(text.starts_with("2 listeners have the id `twice`:\n"), "{text}");
    assert!(
        text.contains(&faults[1].locations[0].to_string())
            && text.contains(&faults[1].locations[1].to_string())
    );
    assert!(text.ends_with("help: give one of them another: `id = \"twice-2\"`"), "{text}");
}

#[test]
fn a_listener_is_found_by_any_tail_that_is_its_alone() {
    let registry = shop();
    for (name, id) in [
        ("shop::payments::on_payment", "shop::payments::on_payment"),
        ("payments::on_payment", "shop::payments::on_payment"),
        ("on_payment", "shop::payments::on_payment"),
        ("audit::on_refund", "audit::on_refund"),
        ("on_alarm", "on_alarm"),
    ] {
        assert_eq!(registry.find(name).expect(name).id, id);
    }
}

#[test]
fn a_whole_id_wins_over_the_tail_of_another() {
    let registry = Registry::new(["on_refund", "audit::on_refund"].map(listener)).expect("no duplicates");
    assert_eq!(registry.find("on_refund").expect("found").id, "on_refund");
}

#[test]
fn without_any_listener_nothing_is_found() {
    let registry = Registry::new([]).expect("no duplicates");
    assert!(registry.is_empty());
    let help = "this program has no listener".to_owned();
    assert_eq!(registry.find("on_payment").expect_err("unknown"), NotFound::Unknown { help });
}
