//! Both are found, and both can be named.

use acemq_renamed_crate::{handed_on, renamed};
use mq::__testing::{Registry, linked};

#[test]
fn a_crate_under_another_name_has_its_listeners() {
    let registry = Registry::new(linked()).expect("no duplicates");
    let ids: Vec<_> = registry.iter().map(|listener| listener.id).collect();
    assert_eq!(
        ids,
        ["acemq_renamed_crate::handed_on::on_handed_on", "acemq_renamed_crate::renamed::on_renamed"]
    );
    assert_eq!(mq::listener!(renamed::on_renamed).id(), ids[1]);
    assert_eq!(acemq_platform::messaging::listener!(handed_on::on_handed_on).id(), ids[0]);
}
