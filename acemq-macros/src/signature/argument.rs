//! What a listener's argument may not be, as far as its tokens tell. What its type is, the compiler finds out later.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Pat, PatType, Type, TypeReference};

use super::peel::peeled;
use crate::fault::Faults;

/// One argument. Each gives one fault at most.
pub(super) fn check(argument: &PatType, faults: &mut Faults) {
    let name = match argument.pat.as_ref() {
        Pat::Ident(ident) => ident.ident.to_string(),
        _ => "value".to_owned(),
    };
    let ty = peeled(&argument.ty);
    match ty {
        Type::ImplTrait(_) => faults.at(
            ty,
            "an argument of a listener has a type of its own: nobody could say what `impl` stands for",
            format_args!("write the type itself: `{name}: Order`"),
        ),
        // A lifetime that was declared is a fault of the generics; one that was not, the compiler's to report.
        Type::Reference(reference)
            if reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident != "static") => {}
        Type::Reference(reference) => borrowed(&name, ty, reference, faults),
        Type::Slice(_) => unsized_type(&name, ty, faults),
        other => borrows(other, faults),
    }
}

/// `&T` reads what the call keeps: it needs a `T` that can be kept.
fn borrowed(name: &str, ty: &Type, reference: &TypeReference, faults: &mut Faults) {
    let target = peeled(&reference.elem);
    if let Some(mutability) = &reference.mutability {
        faults.at(
            mutability,
            "an argument of a listener is lent to be read, or given away",
            format_args!("write `mut {name}: {}`", owned(target)),
        );
        return;
    }
    if let Some(lifetime) = &reference.lifetime {
        faults.at(
            lifetime,
            "an argument of a listener lives as long as its call, not `'static`",
            format_args!("write `{name}: &{}`", shown(target)),
        );
        return;
    }
    match target {
        Type::Slice(_) => unsized_type(name, ty, faults),
        Type::Path(path) if path.path.is_ident("str") => unsized_type(name, ty, faults),
        Type::TraitObject(_) | Type::ImplTrait(_) => faults.at(
            target,
            "an argument of a listener has a type of its own: nobody could say what to build for a trait",
            format_args!("write the type itself, or `{name}: State<Arc<dyn Gateway>>` for a shared object"),
        ),
        Type::Reference(inner) => {
            faults.at(
                ty,
                "an argument of a listener is borrowed once at most",
                format_args!("write `{name}: &{}`", owned(peeled(&inner.elem))),
            );
        }
        target => borrows(target, faults),
    }
}

/// A text or a list without an owner.
fn unsized_type(name: &str, ty: &Type, faults: &mut Faults) {
    let target = match ty {
        Type::Reference(reference) => peeled(&reference.elem),
        other => other,
    };
    faults.at(
        ty,
        "an argument of a listener has a known size: it is built from the delivery",
        format_args!("write `{name}: {}`", owned(target)),
    );
}

/// The owned form of what a reference points to.
fn owned(ty: &Type) -> String {
    match ty {
        Type::Path(path) if path.path.is_ident("str") => "String".to_owned(),
        Type::Slice(slice) => format!("Vec<{}>", shown(&slice.elem)),
        other => shown(other),
    }
}

/// As a person writes it.
fn shown(ty: &Type) -> String {
    let mut text = ty.to_token_stream().to_string();
    for (spaced, tight) in [(" :: ", "::"), (" < ", "<"), (" >", ">"), (" ,", ","), ("& ", "&")] {
        text = text.replace(spaced, tight);
    }
    text
}

/// A type that borrows somewhere inside, or leaves a part to be inferred.
pub(super) fn borrows(ty: &Type, faults: &mut Faults) {
    if let Some((token, found)) = first_borrow(&ty.to_token_stream()) {
        match found {
            Found::Impl => faults.at(
                token,
                "the type of an argument is written in full: nobody could say what `impl` stands for",
                "write the type itself, such as `Vec<Order>` for `Vec<impl Send>`",
            ),
            Found::Borrow => faults.at(
                token,
                "what a listener takes and returns borrows nothing: it outlives the delivery that it is built from",
                "own the data: `String` for `&str`, `Vec<T>` for `&[T]`, `T` for `&T`, or borrow for `'static`",
            ),
        }
    }
}

enum Found {
    Impl,
    Borrow,
}

/// The first `impl`, or the first `&` or `'_` that leaves a lifetime out. One that is named is `'static`, or a fault of the
/// generics, or the compiler's to report.
fn first_borrow(tokens: &TokenStream) -> Option<(TokenStream, Found)> {
    let tokens: Vec<_> = tokens.clone().into_iter().collect();
    // `for<'a> fn(&'a str)` borrows only while it is called.
    let is_bound =
        tokens.iter().any(|token| matches!(token, TokenTree::Ident(word) if *word == "for" || *word == "fn"));
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1);
        match token {
            TokenTree::Ident(word) if word == "impl" => return Some((quote!(#token), Found::Impl)),
            // `Fn(&str)` borrows only while it is called, as well.
            TokenTree::Group(_) if at > 0 && is_callable(&tokens[at - 1]) => {}
            TokenTree::Group(group) => {
                if let Some(found) = first_borrow(&group.stream()) {
                    return Some(found);
                }
            }
            TokenTree::Punct(punct) if is_bound || !matches!(punct.as_char(), '&' | '\'') => {}
            TokenTree::Punct(punct) if punct.as_char() == '&' => {
                // A lifetime behind it is looked at in its own turn.
                if !matches!(next, Some(TokenTree::Punct(quote)) if quote.as_char() == '\'') {
                    return Some((quote!(#token), Found::Borrow));
                }
            }
            TokenTree::Punct(_) => {
                if matches!(next, Some(TokenTree::Ident(name)) if name == "_") {
                    return Some((quote!(#token #next), Found::Borrow));
                }
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
    }
    None
}

/// The traits of what can be called.
fn is_callable(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if ["Fn", "FnMut", "FnOnce"].iter().any(|name| word == name))
}
