//! Tokens to pairs of key and value, going on behind what cannot be read.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Expr, Token,
    ext::IdentExt as _,
    parse::{Parse, ParseStream, Parser as _},
};

use super::keys::{Form, KEYS, Key};
use crate::fault::Faults;

/// One pair as it was written: the key is a known one.
pub(super) struct Pair {
    pub(super) key: &'static Key,
    pub(super) name: Ident,
    pub(super) written: Written,
}

/// What stands behind a key.
pub(super) enum Written {
    /// Any expression, behind `=`.
    Value(Expr),
    /// What the parentheses hold.
    List(Group),
}

/// Splits at the commas of the outermost level. An expression may hold commas only inside of brackets.
pub(super) fn parts(arguments: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![Vec::new()];
    for token in arguments {
        match (&token, parts.last_mut()) {
            (TokenTree::Punct(punct), _) if punct.as_char() == ',' => parts.push(Vec::new()),
            (_, Some(part)) => part.push(token),
            (_, None) => parts.push(vec![token]),
        }
    }
    parts.into_iter().filter(|part| !part.is_empty()).map(TokenStream::from_iter).collect()
}

/// Reads one part; `None` when it was a fault.
pub(super) fn pair(part: TokenStream, faults: &mut Faults) -> Option<Pair> {
    let start = part.clone().into_iter().next()?;
    let TokenTree::Ident(written) = &start else {
        misplaced(&start, faults);
        return None;
    };
    let written = written.unraw();
    if let Some(dashed) = dashed(&part) {
        let name: String = dashed.clone().into_iter().map(|token| token.to_string()).collect();
        unknown(&name, dashed, faults);
        return None;
    }
    let Some(key) = KEYS.iter().find(|key| written == key.name) else {
        unknown(&written.to_string(), &written, faults);
        return None;
    };
    let behind: Vec<_> = part.into_iter().skip(1).collect();
    let value = match key.form {
        Form::Value(_) => value(&behind).map(Written::Value),
        Form::List(_) => list(&behind).map(Written::List),
    };
    if value.is_none() {
        malformed(key, &written, &behind, faults);
    }
    value.map(|value| Pair { key, name: written, written: value })
}

fn value(behind: &[TokenTree]) -> Option<Expr> {
    let read = |input: ParseStream<'_>| {
        input.parse::<Token![=]>()?;
        Expr::parse(input)
    };
    read.parse2(behind.iter().cloned().collect()).ok()
}

/// Parentheses with something in them.
fn list(behind: &[TokenTree]) -> Option<Group> {
    match behind {
        [TokenTree::Group(group)]
            if group.delimiter() == Delimiter::Parenthesis && !group.stream().is_empty() =>
        {
            Some(group.clone())
        }
        _ => None,
    }
}

/// Something that is no key stands where one should: often the bare queue.
fn misplaced(token: &TokenTree, faults: &mut Faults) {
    match syn::parse2::<syn::LitStr>(token.clone().into()) {
        Ok(text) => {
            let help = format!("write `queue = {:?}`", text.value());
            faults.at(token, "a value without a key", help);
        }
        Err(_) => faults.at(
            token,
            format_args!("`{token}` is not a key"),
            format_args!("write `{}`", KEYS.first().map_or("queue", |key| key.example)),
        ),
    }
}

/// A key in the spelling of a configuration file, such as `on-exhausted`.
fn dashed(part: &TokenStream) -> Option<TokenStream> {
    let is_of_a_name = |token: &TokenTree| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == '-',
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    };
    let name: Vec<TokenTree> = part.clone().into_iter().take_while(is_of_a_name).collect();
    let has_dash = name.iter().any(|token| matches!(token, TokenTree::Punct(_)));
    let ends_with_a_word = matches!(name.last(), Some(TokenTree::Ident(_)));
    (has_dash && ends_with_a_word).then(|| name.into_iter().collect())
}

fn unknown(written: &str, place: impl ToTokens, faults: &mut Faults) {
    let names: Vec<_> = KEYS.iter().map(|key| key.name).collect();
    let fault = format!("unknown key `{written}`");
    let listed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match acemq_core::suggest::nearest(written, &names) {
        Some(nearest) => faults.at(place, fault, format_args!("write `{nearest}`; the keys are {listed}")),
        None => faults.at(place, fault, format_args!("the keys are {listed}")),
    }
}

fn malformed(key: &Key, name: &Ident, value: &[TokenTree], faults: &mut Faults) {
    let help = format!("write `{}`", key.example);
    match value {
        [] => faults.at(name, format_args!("`{name}` has no value"), help),
        [TokenTree::Punct(equals)] if equals.as_char() == '=' => {
            faults.at(name, format_args!("`{name}` has no value"), help);
        }
        [TokenTree::Punct(equals), TokenTree::Punct(again), value @ ..]
            if equals.as_char() == '=' && again.as_char() == '=' =>
        {
            faults.at(again, "one `=` is enough", format_args!("write `{name} = {}`", shown(value)));
        }
        [TokenTree::Punct(equals), value @ ..]
            if equals.as_char() == '=' && key.form.is_value() && next_key(value).is_some() =>
        {
            let (value, next) = value.split_at(next_key(value).unwrap_or_default());
            let help = format!("write `{name} = {}, {}`", shown(value), shown(next));
            faults.at(&next[0], format_args!("a comma is missing before `{}`", next[0]), help);
        }
        [TokenTree::Punct(equals), value @ ..] if equals.as_char() == '=' => {
            let fault = match key.form {
                Form::Value(_) => format!("the value of `{name}` cannot be read"),
                Form::List(_) => format!("`{name}` takes a list in parentheses"),
            };
            let value: TokenStream = value.iter().cloned().collect();
            faults.at(value, fault, help);
        }
        [other, ..] => match key.form {
            Form::Value(_) => faults.at(other, format_args!("`=` is missing behind `{name}`"), help),
            Form::List(_) => faults.at(other, format_args!("`{name}` takes a list in parentheses"), help),
        },
    }
}

/// Where the next key begins in what was read as one value.
fn next_key(value: &[TokenTree]) -> Option<usize> {
    let is_equals = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '=');
    let begins = |at: &usize| {
        let is_key = matches!(&value[*at], TokenTree::Ident(word) if KEYS.iter().any(|key| word == key.name));
        is_key && value.get(at + 1).is_some_and(|next| is_equals(next) || matches!(next, TokenTree::Group(_)))
    };
    (1..value.len()).find(begins)
}

/// Tokens as they were written, as far as can be told.
fn shown(tokens: &[TokenTree]) -> String {
    tokens.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
