//! The order of the stages, and what comes out when one of them finds a fault.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{attribute, fault::Faults, further, generate, signature};

/// The item as it was, then its registration; or the item as it was, then every fault.
///
/// The item comes out in any case: without it each use of the function would be an error of its own.
pub(crate) fn expand(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let mut in_signature = Faults::default();
    let handler = signature::read(item.clone(), &mut in_signature);
    let mut faults = Faults::default();
    let options =
        attribute::read(arguments, handler.as_ref().map(|handler| handler.name.span()), &mut faults);
    faults.append(in_signature);
    if let (Some(handler), Some(options)) = (&handler, &options) {
        further::check(handler, options, &mut faults);
    }
    match (handler, options) {
        (Some(handler), Some(options)) if faults.is_empty() => {
            let registration = generate::registration(&handler, &options);
            // A listener is async even where nothing is awaited.
            quote! {
                #[allow(clippy::unused_async)]
                #item
                #registration
            }
        }
        _ => {
            let errors = faults.into_compile_errors();
            quote!(#item #errors)
        }
    }
}
