//! The name of the function that gives a listener's record, by which `listener!` finds it.

use proc_macro2::Ident;
use quote::format_ident;
use syn::ext::IdentExt as _;

use crate::{attribute::Options, signature::Handler};

/// The record of this attribute: by the function's name, and by the id where the attribute gives one.
pub(super) fn of(handler: &Handler, options: &Options) -> Ident {
    record_of(&handler.name, options.id.as_ref().map(|id| id.value.as_str()))
}

/// The record of a function's listener with this id, or of the one that has none.
pub(crate) fn record_of(function: &Ident, id: Option<&str>) -> Ident {
    // Underscores that stand together would be a lint's to report, in a name that is not the user's.
    let name = function.unraw().to_string();
    let name =
        name.split('_').map(|part| if part.is_empty() { "u" } else { part }).collect::<Vec<_>>().join("_");
    match id {
        None => format_ident!("__ace_listener_{name}", span = function.span()),
        Some(id) => {
            let word = word(id);
            // The length keeps the names of two functions apart, whatever they and their ids are called.
            format_ident!("__ace_named_{}_{word}_{name}", word.len(), span = function.span())
        }
    }
}

/// An id in the letters of a name: what the environment's form of a configuration key cannot tell apart is one name here.
fn word(id: &str) -> String {
    let letters = id.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase().to_string(),
        letter if letter.is_ascii() => "_".to_owned(),
        letter => format!("u{:x}", u32::from(letter)),
    });
    letters.collect::<String>().split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")
}
