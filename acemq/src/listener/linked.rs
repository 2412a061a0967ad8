//! The one place that reads `inventory`. Without the feature of that name nothing is found, and an application is told.

use super::Registration;
use crate::message::ErrorProbe;

#[cfg(feature = "inventory")]
inventory::collect!(Registration);

#[cfg(feature = "inventory")]
inventory::collect!(ErrorProbe);

/// Every listener whose crate was linked into this program, in no order.
///
/// A linker drops a library that nobody names: an application says `use its_crate as _;` to keep it.
pub fn linked() -> impl Iterator<Item = Registration> {
    #[cfg(feature = "inventory")]
    return inventory::iter::<Registration>().copied();
    #[cfg(not(feature = "inventory"))]
    std::iter::empty()
}

/// Every error type with `#[derive(AceError)]` whose crate was linked into this program, in no order.
pub(crate) fn linked_probes() -> impl Iterator<Item = ErrorProbe> {
    #[cfg(feature = "inventory")]
    return inventory::iter::<ErrorProbe>().copied();
    #[cfg(not(feature = "inventory"))]
    std::iter::empty()
}
