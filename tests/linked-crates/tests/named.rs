//! What an application finds of the listeners in the libraries that it depends on.
//!
//! A dependency in `Cargo.toml` alone links nothing: the compiler leaves out a library that no line names, and its
//! listeners with it. One `use its_crate as _;` keeps it. Start-up logs every listener that it found, so that a
//! dropped library is seen.

use acemq::__testing::{Registry, linked};
// This line links the library; `acemq_linked_unnamed` has none.
use acemq_linked_lib as _;

#[test]
fn the_listeners_of_a_named_library_are_found_and_those_of_an_unnamed_one_are_not() {
    let registry = Registry::new(linked()).expect("no duplicates");
    let ids: Vec<_> = registry.iter().map(|listener| listener.id).collect();
    assert_eq!(ids, ["acemq_linked_lib::bells::on_private_bell", "acemq_linked_lib::bells::on_bell"]);
}
