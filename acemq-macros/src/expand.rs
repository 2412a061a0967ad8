//! The order of the stages, and what comes out when one of them finds a fault.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use crate::{attribute, fault::Faults, generate, siblings, signature};

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
        siblings::check(handler, options, &mut faults);
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
            let item = without_variadic(item);
            quote!(#item #errors)
        }
    }
}

/// The item without the `...` behind its arguments. It is the one thing that does not come out as it went in: the compiler has
/// four errors about it in an async function, which say no more than ours.
fn without_variadic(item: &TokenStream) -> TokenStream {
    let is_dot = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '.');
    let shortened = |group: &Group| {
        let mut tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        if tokens.len() < 3 || !tokens[tokens.len() - 3..].iter().all(is_dot) {
            return None;
        }
        let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
        tokens.truncate(tokens.iter().rposition(is_comma).map_or(0, |at| at + 1));
        let mut arguments = Group::new(Delimiter::Parenthesis, tokens.into_iter().collect());
        arguments.set_span(group.span());
        Some(TokenTree::Group(arguments))
    };
    let mut is_first = true;
    let tokens = item.clone().into_iter().map(|token| match &token {
        // The first parentheses behind attributes and visibility are the arguments'.
        TokenTree::Group(group) if is_first && group.delimiter() == Delimiter::Parenthesis => {
            let shortened = shortened(group);
            is_first = shortened.is_none();
            shortened.unwrap_or(token)
        }
        _ => token,
    });
    tokens.collect()
}
