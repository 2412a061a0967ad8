//! The one place that reads `inventory`.

use super::Registration;

inventory::collect!(Registration);

/// Every listener whose crate was linked into this program, in no order.
///
/// A linker drops a library that nobody names: an application says `use its_crate as _;` to keep it.
pub fn linked() -> impl Iterator<Item = Registration> {
    inventory::iter::<Registration>().copied()
}
