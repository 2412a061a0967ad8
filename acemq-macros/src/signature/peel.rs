//! Types as they were meant.

use syn::Type;

/// The type without the parentheses and the invisible groups that a `$t:ty` of a macro comes in.
pub(crate) fn peeled(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        };
    }
}
