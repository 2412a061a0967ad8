//! `#[derive(AceError)]`: parse → validate → generate, like the attribute.

mod generate;
mod marks;
mod parse;
mod place;
mod validate;
mod wait;

use proc_macro2::TokenStream;

use crate::fault::Faults;

/// The implementation and the probe, or every fault.
///
/// Beside the faults stands an implementation that says nothing, where there can be one: without it each use of the type
/// would be an error of its own.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let mut faults = Faults::default();
    let Some(subject) = validate::read(item, &mut faults) else { return faults.into_compile_errors() };
    if faults.is_empty() {
        return generate::implementation(&subject);
    }
    let silent = generate::silent(&subject);
    let errors = faults.into_compile_errors();
    quote::quote!(#silent #errors)
}
