//! With a line for each library, the listeners of both are there.

use acemq::__testing::{Registry, linked};
use acemq_linked_lib as _;
use acemq_linked_unnamed as _;

#[test]
fn one_line_for_each_library_is_enough() {
    let registry = Registry::new(linked()).expect("no duplicates");
    assert_eq!(registry.len(), 3);
    assert_eq!(registry.find("on_unnamed").expect("found").queue, "unnamed");
    assert!(registry.find("bells::on_bell").expect("found").location.file.ends_with("lib/src/lib.rs"));
}
