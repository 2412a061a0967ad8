//! That it compiles is the test; that the listeners are there shows that the crate was not dropped.

use acemq::__testing::{Registry, linked};
use acemq_strict_user as _;

#[test]
fn a_strict_crate_registers_all_its_listeners() {
    let registry = Registry::new(linked()).expect("no duplicates");
    let ids: Vec<_> = registry.iter().map(|listener| listener.id).collect();
    assert_eq!(
        ids,
        [
            "acemq_strict_user::listeners::on_message",
            "acemq_strict_user::listeners::on_bell",
            "acemq_strict_user::listeners::on_lent",
            "acemq_strict_user::listeners::on_order",
            "strict-first",
            "strict-old",
            "strict-second",
            "strict-zero",
        ]
    );
}
