//! The name of a listener's record, by which `listener!` finds it: the function's own, in the form of a constant.

use proc_macro2::Ident;
use quote::format_ident;
use syn::ext::IdentExt as _;

use crate::{attribute::Options, signature::Handler};

/// The record of this attribute: by the function's name, and by the id where the attribute gives one.
pub(super) fn of(handler: &Handler, options: &Options) -> Ident {
    record_of(&handler.name, options.id.as_ref().map(|id| id.value.as_str()))
}

/// The record of the function's last attribute.
pub(super) fn plain(handler: &Handler) -> Ident {
    record_of(&handler.name, None)
}

/// The record of a function's listener with this id, or of its last one.
pub(crate) fn record_of(function: &Ident, id: Option<&str>) -> Ident {
    let name = constant(&function.unraw().to_string());
    match id {
        None => format_ident!("__ACE_LISTENER_{name}", span = function.span()),
        Some(id) => format_ident!("__ACE_LISTENER_{name}_ID_{}", constant(id), span = function.span()),
    }
}

/// A text in the letters of a constant. What no name can hold is written as its number.
fn constant(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            '_' | '-' | '.' | ':' => "_".to_owned(),
            letter if letter.is_ascii_alphanumeric() => letter.to_ascii_uppercase().to_string(),
            letter => format!("U{:X}", u32::from(letter)),
        })
        .collect()
}
