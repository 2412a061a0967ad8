//! From attributes to words, going on behind what cannot be read.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Attribute, Meta, ext::IdentExt as _, spanned::Spanned as _};

use super::marks::{self, MARKS, Word};
use crate::fault::Faults;

/// One word as it was written, with what stands behind it.
pub(super) struct Written {
    pub(super) name: Ident,
    pub(super) word: Word,
    /// Everything behind the word, up to the next comma.
    pub(super) behind: Vec<TokenTree>,
}

impl Written {
    /// What stands behind `=`, when there is something; a fault otherwise.
    pub(super) fn value(&self, faults: &mut Faults) -> Option<TokenStream> {
        let name = &self.name;
        let help = format!("write `{}`", self.word.example());
        match self.behind.as_slice() {
            [TokenTree::Punct(equals), value @ ..] if equals.as_char() == '=' && !value.is_empty() => {
                return Some(value.iter().cloned().collect());
            }
            [TokenTree::Punct(equals)] if equals.as_char() == '=' => {
                faults.at(name, format_args!("`{name}` has no value"), help);
            }
            [] => faults.at(name, format_args!("`{name}` has no value"), help),
            [other, ..] => faults.at(other, format_args!("`=` is missing behind `{name}`"), help),
        }
        None
    }

    /// Whether nothing stands behind the word, as it must be.
    pub(super) fn stands_alone(&self, faults: &mut Faults) -> bool {
        if self.behind.is_empty() {
            return true;
        }
        let behind: TokenStream = self.behind.iter().cloned().collect();
        let help = format!("write `{}`", self.word.example());
        faults.at(behind, format_args!("`{}` takes no value", self.name), help);
        false
    }
}

/// The words of all `#[ace(…)]` among these attributes.
pub(super) fn written(attributes: &[Attribute], faults: &mut Faults) -> Vec<Written> {
    let mut words = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("ace")) {
        match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => {
                words.extend(parts(&list.tokens).into_iter().filter_map(|part| word(&part, faults)));
            }
            Meta::List(_) | Meta::Path(_) => {
                faults.at(
                    &attribute.meta,
                    "`#[ace]` says nothing",
                    format_args!("write `#[ace(fatal)]`; the marks are {}", marks::list()),
                );
            }
            Meta::NameValue(pair) => faults.at_span(
                pair.eq_token.span(),
                "the mark stands in parentheses",
                format_args!("write `#[ace(fatal)]`; the marks are {}", marks::list()),
            ),
        }
    }
    words
}

/// Splits at the commas of the outermost level.
fn parts(tokens: &TokenStream) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    tokens.split(is_comma).filter(|part| !part.is_empty()).map(<[TokenTree]>::to_vec).collect()
}

/// Reads one part; `None` when it was a fault.
fn word(part: &[TokenTree], faults: &mut Faults) -> Option<Written> {
    let (first, behind) = part.split_first()?;
    let TokenTree::Ident(name) = first else {
        misplaced(first, faults);
        return None;
    };
    let name = name.unraw();
    let Some(word) = marks::find(&name.to_string()) else {
        unknown(&name, faults);
        return None;
    };
    Some(Written { name, word, behind: behind.to_vec() })
}

/// Something that is no word stands where one should: often the bare wait.
fn misplaced(token: &TokenTree, faults: &mut Faults) {
    let fault = format!("`{token}` is not a mark");
    let text = syn::parse2::<syn::LitStr>(token.clone().into()).map(|text| text.value());
    match text {
        Ok(text) if acemq_core::duration::parse(&text).is_ok() => {
            faults.at(token, "a wait without its mark", format_args!("write `retry_after = {text:?}`"));
        }
        Ok(text) if marks::find(&text).is_some() => {
            faults.at(token, fault, format_args!("write `#[ace({text})]`, without quotes"));
        }
        Ok(_) | Err(_) => faults.at(token, fault, format_args!("the marks are {}", marks::list())),
    }
}

fn unknown(written: &Ident, faults: &mut Faults) {
    let names: Vec<_> = MARKS.iter().map(|(name, _)| *name).collect();
    let fault = format!("unknown mark `{written}`");
    let listed = marks::list();
    match acemq_core::suggest::nearest(&written.to_string(), &names) {
        Some(nearest) => faults.at(written, fault, format_args!("write `{nearest}`; the marks are {listed}")),
        None => faults.at(written, fault, format_args!("the marks are {listed}")),
    }
}
