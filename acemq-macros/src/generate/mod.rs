//! The registration behind the function. It is given only what is right, so it cannot fail.
//!
//! Four lines, two for each argument, one for each key that was written: the record with what is in it, the start of the
//! arguments, the call, and the submission. Everything else happens in `::acemq::__private`, compiled once.

mod arguments;
mod names;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{ext::IdentExt as _, spanned::Spanned as _};

pub(crate) use self::names::record_of;
use crate::{
    attribute::{KEYS, KeyOf, Options},
    signature::Handler,
};

/// What the attribute leaves behind the function.
pub(crate) fn registration(handler: &Handler, options: &Options) -> TokenStream {
    let expansion = Expansion { handler, options };
    let private = expansion.private(Span::call_site());
    let item = expansion.record(&private);
    let record = names::of(handler, options);
    quote! {
        #item
        #private::submit! { #record() }
    }
}

/// One listener's expansion.
struct Expansion<'a> {
    handler: &'a Handler,
    options: &'a Options,
}

impl Expansion<'_> {
    /// The function that gives the record. A function and not a constant, so that the compiler has the same words for a type
    /// that it does not find here and in the handler's signature, which it then says once. What the handler may do without a
    /// warning, its record may do too: it names the same types and calls the function.
    fn record(&self, private: &TokenStream) -> TokenStream {
        let Self { handler, options } = self;
        let visibility = &handler.visibility;
        let allowed = &handler.allowed;
        let record = names::of(handler, options);
        let registration = self.registration(private);
        quote! {
            #(#allowed)*
            #[doc(hidden)]
            #visibility const fn #record() -> #private::Registration {
                #registration
            }
        }
    }

    fn registration(&self, private: &TokenStream) -> TokenStream {
        let Self { handler, options } = self;
        let id = self.id(private);
        let queue = options.queue.as_ref().map(|queue| &queue.value);
        let written = KEYS.iter().filter_map(|key| {
            let value = (key.emit)(options, private)?;
            let key = format_ident!("{}", key.name);
            Some(quote!(.#key(#value)))
        });
        let takes = self.takes();
        let key = self.key();
        let call = self.call();
        let requires = self.requires();
        let incoming = quote_spanned!(handler.name.span()=> |__ace_incoming|);
        let requirements = quote_spanned!(handler.name.span()=> |__ace_requirements|);
        quote! {
            #private::Registration::new(
                #id,
                #queue,
                #incoming {
                    #takes
                    #key
                    #call
                },
                #requirements {
                    #requires
                },
            )
            #(#written)*
        }
    }

    /// The hidden module. The place decides where an error about it would be shown: on the path that was written, or
    /// where it is used.
    fn private(&self, place: Span) -> TokenStream {
        match &self.options.krate {
            None => quote_spanned!(place=> ::acemq::__private),
            Some(path) => {
                let path = &path.value;
                let module = quote_spanned!(place=> ::__private);
                quote!(#path #module)
            }
        }
    }

    /// `module::function`, the compiler's own words for where the function stands.
    fn id(&self, private: &TokenStream) -> TokenStream {
        if let Some(id) = &self.options.id {
            return id.value.to_token_stream();
        }
        let tail = format!("::{}", self.handler.name.unraw());
        quote!(#private::concat!(#private::module_path!(), #tail))
    }

    /// The key of the message, where a function of the payload gives it: all of the line has the place of its path.
    fn key(&self) -> Option<TokenStream> {
        let KeyOf::Function(path) = &self.options.idempotency_key.as_ref()?.value else { return None };
        let handler = self.handler;
        let place = handler.at(path.span());
        let values = handler.arguments.iter().enumerate().map(|(at, argument)| {
            let cfgs = &argument.cfgs;
            let value = arguments::value(at, place);
            quote_spanned!(place=> #(#cfgs)* &#value)
        });
        Some(quote_spanned!(place=> let __ace_key = __ace_arguments.key(#path, &[#(#values),*]);))
    }

    /// The call has the place of the function's name, where a future that is not `Send` is reported; the answer has that
    /// of the return type.
    fn call(&self) -> TokenStream {
        let handler = self.handler;
        let place = handler.name.span();
        let call = self.future();
        let (output, answer_place) = match &handler.output {
            Some(output) => (output.to_token_stream(), handler.at(output.span())),
            None => (quote_spanned!(place=> ()), place),
        };
        let private = self.private(answer_place);
        let answer = quote_spanned!(answer_place=> <#output as #private::IntoOutcome>::answer);
        let private = self.private(place);
        if self.has_key_function() {
            quote_spanned!(place=> #private::prepared_with_key(__ace_arguments, __ace_key, #call, #answer))
        } else {
            quote_spanned!(place=> #private::prepared(__ace_arguments, #call, #answer))
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
