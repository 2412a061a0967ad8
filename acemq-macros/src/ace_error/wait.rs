//! The value of `retry_after`: a wait, or the field that holds one.

use std::time::Duration;

use acemq_core::duration;
use proc_macro2::{Ident, TokenStream};
use syn::{Index, Lit, LitStr, ext::IdentExt as _, parse::Parser as _};

use super::{
    place::{Place, Written},
    validate::Says,
};
use crate::fault::Faults;

/// Says of a wait that is none how to ask for the ladder.
const LADDER: &str = "write `#[ace(retryable)]` for the next step of the ladder, or `retry_after = \"30s\"`";

/// Reads the value; `None` when it was a fault.
pub(super) fn read(value: &TokenStream, place: Place<'_>, faults: &mut Faults) -> Option<Says> {
    if let Ok(name) = Ident::parse_any.parse2(value.clone()) {
        let after = |field| Some(Says::AfterField(field));
        // What is called `none` is a field if there is one, and otherwise the word of the ladder's grammar.
        let mut missing = Faults::default();
        if let Some(field) = place.field(&Written::Name(&name), &mut missing) {
            return after(field);
        }
        if name == "none" {
            faults.at(&name, "a wait of `none` is no wait", LADDER);
        } else {
            faults.append(missing);
        }
        return None;
    }
    match syn::parse2(value.clone()) {
        Ok(Lit::Str(text)) => wait(&text, faults),
        Ok(Lit::Int(number)) if number.suffix().is_empty() => match number.base10_parse::<u32>() {
            Ok(index) => {
                let index = Index { index, span: number.span() };
                place.field(&Written::Number(&index), faults).map(Says::AfterField)
            }
            Err(_too_large) => neither(value, faults),
        },
        Ok(_) | Err(_) => neither(value, faults),
    }
}

fn wait(text: &LitStr, faults: &mut Faults) -> Option<Says> {
    let written = text.value();
    if written.trim().eq_ignore_ascii_case("none") {
        faults.at(text, "a wait of `none` is no wait", LADDER);
        return None;
    }
    match duration::parse(&written) {
        Ok(Duration::ZERO) => {
            faults.at(text, format_args!("a wait of `{}` is no wait", written.trim()), LADDER);
            None
        }
        Ok(wait) => Some(Says::After(wait)),
        Err(error) => {
            faults.at(text, error.message(), error.help());
            None
        }
    }
}

fn neither<T>(value: &TokenStream, faults: &mut Faults) -> Option<T> {
    // `30s` is one token, a number with a suffix: all that is missing is the quotes.
    let bare = value.to_string();
    let help = match duration::parse(&bare) {
        Ok(_) => format!("write `retry_after = \"{bare}\"`"),
        Err(_) => "write `retry_after = \"30s\"`".to_owned(),
    };
    faults.at(value, "`retry_after` is a duration in quotes, or the name of a field", help);
    None
}
