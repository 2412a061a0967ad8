//! What a listener's argument may not be, as far as its tokens tell. What its type is, the compiler finds out later.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Meta, Pat, PatType, Type, TypeReference};

use super::peel::peeled;
use crate::fault::Faults;

/// One argument. Each gives one fault at most.
pub(super) fn check(argument: &PatType, faults: &mut Faults) {
    if let Some(attribute) = argument.attrs.iter().find(|attribute| may_be_cfg(attribute)) {
        faults.at(
            attribute,
            "whether an argument is there is said by `#[cfg(…)]`",
            "write the condition itself: `#[cfg(feature = \"audit\")]`",
        );
    }
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
        // The compiler says so itself, once for the function; the record would say it again for each of its lines.
        Type::Slice(_) | Type::TraitObject(_) => faults.leave_to_the_compiler(),
        Type::Path(path) if path.path.is_ident("str") => faults.leave_to_the_compiler(),
        other => borrows(other, faults),
    }
}

/// `&T` reads what the call keeps: it needs a `T` that can be kept.
fn borrowed(name: &str, ty: &Type, reference: &TypeReference, faults: &mut Faults) {
    let target = behind_all(ty);
    match target {
        Type::Slice(_) => return unsized_type(name, ty, faults),
        Type::Path(path) if path.path.is_ident("str") => return unsized_type(name, ty, faults),
        Type::TraitObject(_) | Type::ImplTrait(_) => {
            return faults.at(
                target,
                "an argument of a listener has a type of its own: nobody could say what to build for a trait",
                format_args!(
                    "write the type itself, or `{name}: State<Arc<dyn Gateway>>` for a shared object"
                ),
            );
        }
        _ => {}
    }
    if matches!(peeled(&reference.elem), Type::Reference(_)) {
        return faults.at(
            ty,
            "an argument of a listener is borrowed once at most",
            format_args!("write `{name}: &{}`", shown(target)),
        );
    }
    if let Some(mutability) = &reference.mutability {
        return faults.at(
            mutability,
            "an argument of a listener is lent to be read, or given away",
            format_args!("write `mut {name}: {}`", shown(target)),
        );
    }
    if let Some(lifetime) = &reference.lifetime {
        return faults.at(
            lifetime,
            "an argument of a listener lives as long as its call, not `'static`",
            format_args!("write `{name}: &{}`", shown(target)),
        );
    }
    borrows(target, faults);
}

/// What all references lead to.
fn behind_all(ty: &Type) -> &Type {
    match peeled(ty) {
        Type::Reference(reference) => behind_all(&reference.elem),
        other => other,
    }
}

/// A text or a list without an owner.
fn unsized_type(name: &str, ty: &Type, faults: &mut Faults) {
    let target = behind_all(ty);
    faults.at(
        ty,
        "an argument of a listener has a known size: it is built from the delivery",
        format_args!("write `{name}: {}`", owned(target)),
    );
}

/// Whether a `#[cfg_attr(…)]` brings a `#[cfg(…)]`: what it comes to is known when the record is written already.
fn may_be_cfg(attribute: &Attribute) -> bool {
    let is_cfg = |token: TokenTree| matches!(token, TokenTree::Ident(word) if word == "cfg");
    let Meta::List(list) = &attribute.meta else { return false };
    list.path.is_ident("cfg_attr") && list.tokens.clone().into_iter().any(is_cfg)
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

/// A return type that cannot be named, or borrows: from an argument that is lent, the only one. From none, and from several, the
/// compiler reports it.
pub(super) fn borrows_in_output(ty: &Type, is_lent_one: bool, faults: &mut Faults) {
    match first_borrow(&ty.to_token_stream()) {
        Some((token, Found::Impl)) => faults.at(
            token,
            "the return type of a listener is written in full: nobody could say what `impl` stands for",
            "write the type itself, such as `Result<(), Box<dyn std::error::Error + Send + Sync>>`",
        ),
        Some((_, Found::Borrow)) if is_lent_one => borrows(ty, faults),
        Some((_, Found::Borrow)) | None => {}
    }
}

/// A type that borrows somewhere inside, or leaves a part to be inferred.
fn borrows(ty: &Type, faults: &mut Faults) {
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
