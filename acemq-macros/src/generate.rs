//! The registration behind the function. It is given only what is right, so it cannot fail.
//!
//! One line for each argument with the place of its type, one for the call with the place of the return type, and the
//! options that were written. Everything else happens in `::acemq::__private`, compiled once.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{ext::IdentExt as _, spanned::Spanned as _};

use crate::{
    attribute::{KEYS, Options},
    signature::Handler,
};

pub(crate) fn registration(handler: &Handler, options: &Options) -> TokenStream {
    let id = id(handler, options);
    let queue = options.queue.as_ref().map(|queue| &queue.value);
    let written = KEYS.iter().filter_map(|key| {
        let value = (key.emit)(options)?;
        let key = format_ident!("{}", key.name);
        Some(quote!(.#key(#value)))
    });
    let takes = takes(handler);
    let call = call(handler);
    let requires = handler.arguments.iter().map(|ty| {
        quote_spanned!(handler.at(ty.span())=> ::acemq::__private::Argument::<#ty>::NEW.requires(__requirements);)
    });
    let incoming = quote_spanned!(handler.name.span()=> |__incoming|);
    let requirements = quote_spanned!(handler.name.span()=> |__requirements|);
    quote! {
        ::acemq::__private::submit! {
            ::acemq::__private::Registration::new(
                #id,
                #queue,
                #incoming {
                    #takes
                    #call
                },
                #requirements {
                    #(#requires)*
                },
            )
            #(#written)*
        }
    }
}

impl Handler {
    /// The place of a token, in the context of the function's name. One context for all of an expansion: a local that is
    /// written with the context of a macro's argument is not the one that is read with the context of the macro. And not
    /// the attribute's context: with that, every message would end with a note on where the macro is defined.
    fn at(&self, place: Span) -> Span {
        self.name.span().located_at(place)
    }
}

/// `module::function`, the compiler's own words for where the function stands.
fn id(handler: &Handler, options: &Options) -> TokenStream {
    if let Some(id) = &options.id {
        return id.value.to_token_stream();
    }
    let tail = format!("::{}", handler.name.unraw());
    quote!(::acemq::__private::concat!(::acemq::__private::module_path!(), #tail))
}

/// One line for each argument: what is left for those that follow, and the value.
fn takes(handler: &Handler) -> TokenStream {
    let Some(last) = handler.arguments.len().checked_sub(1) else { return TokenStream::new() };
    let lines = handler.arguments.iter().enumerate().map(|(at, ty)| {
        let span = handler.at(ty.span());
        let value = format_ident!("__{at}", span = span);
        // What is left behind the last argument is not looked at.
        let rest = if at == last { quote_spanned!(span=> _) } else { quote_spanned!(span=> __arguments) };
        quote_spanned!(span=> let (#rest, #value) = ::acemq::__private::Argument::<#ty>::NEW.take(__arguments)?;)
    });
    let start = quote_spanned! {handler.name.span()=>
        let __arguments = ::acemq::__private::Arguments::of(__incoming);
    };
    quote!(#start #(#lines)*)
}

/// The call has the place of the function's name, where a future that is not `Send` is reported; the answer has that of
/// the return type.
fn call(handler: &Handler) -> TokenStream {
    let name = &handler.name;
    let values = (0..handler.arguments.len()).map(|at| format_ident!("__{at}", span = name.span()));
    let call = quote_spanned!(name.span()=> #name(#(#values),*));
    let (output, place) = match &handler.output {
        Some(output) => (output.to_token_stream(), handler.at(output.span())),
        None => (quote_spanned!(name.span()=> ()), name.span()),
    };
    let answer = quote_spanned!(place=> <#output as ::acemq::__private::IntoOutcome>::answer);
    quote_spanned!(name.span()=> ::acemq::__private::prepared(#call, #answer))
}
