//! Tokens to pairs of key and value, going on behind what cannot be read.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{
    Expr, Token,
    ext::IdentExt as _,
    parse::{Parse, ParseStream, Parser as _},
};

use super::keys::{KEYS, Key};
use crate::fault::Faults;

/// One pair as it was written: the key is a known one, the value any expression.
pub(super) struct Pair {
    pub(super) key: &'static Key,
    pub(super) name: Ident,
    pub(super) value: Expr,
}

/// All pairs that can be read, each key once.
pub(super) fn pairs(arguments: TokenStream, faults: &mut Faults) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for part in parts(arguments) {
        let Some(pair) = pair(part, faults) else { continue };
        if pairs.iter().any(|before| before.name == pair.name) {
            let name = pair.name;
            faults.at(&name, format_args!("`{name}` is given twice"), "remove one of them");
            continue;
        }
        pairs.push(pair);
    }
    pairs
}

/// Splits at the commas of the outermost level. An expression may hold commas only inside of brackets.
fn parts(arguments: TokenStream) -> Vec<TokenStream> {
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

fn pair(part: TokenStream, faults: &mut Faults) -> Option<Pair> {
    let start = part.clone().into_iter().next()?;
    let TokenTree::Ident(written) = &start else {
        misplaced(&start, faults);
        return None;
    };
    let written = written.unraw();
    let Some(key) = KEYS.iter().find(|key| written == key.name) else {
        unknown(&written, faults);
        return None;
    };
    let read = |input: ParseStream<'_>| {
        let name = Ident::parse_any(input)?;
        input.parse::<Token![=]>()?;
        Ok((name, Expr::parse(input)?))
    };
    if let Ok((name, value)) = read.parse2(part.clone()) {
        return Some(Pair { key, name: name.unraw(), value });
    }
    let behind: Vec<_> = part.into_iter().skip(1).collect();
    malformed(key, &written, &behind, faults);
    None
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

fn unknown(written: &Ident, faults: &mut Faults) {
    let names: Vec<_> = KEYS.iter().map(|key| key.name).collect();
    let fault = format!("unknown key `{written}`");
    let listed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match acemq_core::suggest::nearest(&written.to_string(), &names) {
        Some(nearest) => faults.at(written, fault, format_args!("write `{nearest}`; the keys are {listed}")),
        None => faults.at(written, fault, format_args!("the keys are {listed}")),
    }
}

fn malformed(key: &Key, name: &Ident, value: &[TokenTree], faults: &mut Faults) {
    let help = format!("write `{}`", key.example);
    match value {
        [] => faults.at(name, format_args!("`{name}` has no value"), help),
        [TokenTree::Punct(equals)] if equals.as_char() == '=' => {
            faults.at(name, format_args!("`{name}` has no value"), help);
        }
        [TokenTree::Punct(equals), value @ ..] if equals.as_char() == '=' => {
            let value: TokenStream = value.iter().cloned().collect();
            faults.at(value, format_args!("the value of `{name}` cannot be read"), help);
        }
        [other, ..] => faults.at(other, format_args!("`=` is missing behind `{name}`"), help),
    }
}
