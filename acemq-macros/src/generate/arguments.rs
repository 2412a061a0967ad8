//! Two lines for each argument: the one that builds it, and the one that says what it needs.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::Expansion;
use crate::signature::{Argument, Passed};

impl Expansion<'_> {
    /// One line for each argument: what is left for those that follow, and the value.
    pub(super) fn takes(&self) -> TokenStream {
        let handler = self.handler;
        let lines = handler.arguments.iter().enumerate().map(|(at, Argument { ty, cfgs, .. })| {
            let place = handler.at(ty.span());
            let private = self.private(place);
            let value = value(at, place);
            quote_spanned! {place=>
                #(#cfgs)*
                let (__ace_arguments, #value) = #private::Argument::of(|_: #ty| ()).take(__ace_arguments)?;
            }
        });
        let place = handler.name.span();
        let private = self.private(place);
        let start = quote_spanned!(place=> let __ace_arguments = #private::ArgumentList::of(__ace_incoming););
        quote!(#start #(#lines)*)
    }

    /// One line for each argument: what the application has to register for it.
    pub(super) fn requires(&self) -> TokenStream {
        let handler = self.handler;
        let lines = handler.arguments.iter().map(|Argument { ty, cfgs, .. }| {
            let place = handler.at(ty.span());
            let private = self.private(place);
            quote_spanned! {place=>
                #(#cfgs)*
                #private::Argument::of(|_: #ty| ()).requires(__ace_requirements);
            }
        });
        lines.collect()
    }

    /// The handler's future. One that is lent something has to keep it: then the values move into a block of their own.
    pub(super) fn future(&self) -> TokenStream {
        let handler = self.handler;
        let name = &handler.name;
        let place = name.span();
        let is_lent = |argument: &Argument| argument.passed == Passed::Borrowed;
        let values = handler.arguments.iter().enumerate().map(|(at, argument)| {
            let cfgs = &argument.cfgs;
            let value = value(at, place);
            let lent = is_lent(argument).then(|| quote_spanned!(place=> &));
            quote_spanned!(place=> #(#cfgs)* #lent #value)
        });
        let call = quote_spanned!(place=> #name(#(#values),*));
        if handler.arguments.iter().any(is_lent) {
            quote_spanned!(place=> async move { #call.await })
        } else {
            call
        }
    }

    pub(super) fn has_key_function(&self) -> bool {
        self.key().is_some()
    }
}

/// The name of an argument's value.
pub(super) fn value(at: usize, place: Span) -> Ident {
    format_ident!("__ace_{at}", span = place)
}
