//! A list in parentheses: names as the broker spells them, each with a value.

use std::fmt::Display;

use acemq_core::suggest;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use syn::{Expr, Lit, LitStr, ext::IdentExt as _};

use super::{
    ArgumentValue, ConsumerArgument, Setting,
    keys::Key,
    parse,
    value::{number_of, plain},
};
use crate::fault::Faults;

/// The longest name of an argument in bytes: AMQP 0-9-1 sends it as a short string.
const MAX_NAME: usize = 255;
/// The argument that is a whole number of 32 bits on every broker.
const PRIORITY: &str = "x-priority";

/// A list as it was written, with the key that it is given to.
pub(super) struct List<'a> {
    key: &'static Key,
    name: &'a Ident,
    group: &'a Group,
}

/// `name = value`, the name as the broker spells it.
struct Entry {
    name: String,
    /// The tokens of the name.
    place: TokenStream,
    value: TokenStream,
}

impl<'a> List<'a> {
    pub(super) fn new(key: &'static Key, name: &'a Ident, group: &'a Group) -> Self {
        Self { key, name, group }
    }

    /// The arguments of a subscription.
    pub(super) fn consumer_arguments(&self, faults: &mut Faults) -> Option<Setting<Vec<ConsumerArgument>>> {
        let mut found = Faults::default();
        let mut arguments: Vec<ConsumerArgument> = Vec::new();
        for part in parse::parts(self.group.stream()) {
            let Some(entry) = self.entry(part, &mut found) else { continue };
            if arguments.iter().any(|one| one.name == entry.name) {
                let fault = format!("`{}` is given twice", entry.name);
                found.at(entry.place, fault, "remove one of them");
                continue;
            }
            if let Some(value) = value_of(&entry, &mut found) {
                arguments.push(ConsumerArgument { name: entry.name, value });
            }
        }
        let is_right = found.is_empty();
        faults.append(found);
        let span = self.group.span_open();
        is_right.then(|| Setting { key: self.name.clone(), span, value: arguments })
    }

    fn entry(&self, part: TokenStream, faults: &mut Faults) -> Option<Entry> {
        let is_equals =
            |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '=');
        let tokens: Vec<TokenTree> = part.clone().into_iter().collect();
        let Some(at) = tokens.iter().position(is_equals) else {
            self.refuse(part, "an argument is a name, `=` and a value", faults);
            return None;
        };
        let place: TokenStream = tokens[..at].iter().cloned().collect();
        let value: TokenStream = tokens[at + 1..].iter().cloned().collect();
        let quoted = syn::parse2::<LitStr>(place.clone()).ok().map(|text| text.value());
        let Some(name) = quoted.or_else(|| unquoted(&tokens[..at])) else {
            let fault = "the name of an argument is words joined by `-` or `.`, or a text in quotes";
            self.refuse(place, fault, faults);
            return None;
        };
        if name != PRIORITY && suggest::nearest(&name, &[PRIORITY]).is_some() {
            let fault = format!("`{name}` is nearly `{PRIORITY}`, and brokers know no argument of that name");
            faults.at(place, fault, format_args!("write `{PRIORITY}`"));
            return None;
        }
        if name.is_empty() || value.is_empty() {
            self.refuse(part, "an argument is a name, `=` and a value", faults);
            return None;
        }
        if name.len() > MAX_NAME {
            let fault = format!("the argument's name has {} bytes, and AMQP sends {MAX_NAME}", name.len());
            faults.at(place, fault, "write a shorter one");
            return None;
        }
        Some(Entry { name, place, value })
    }

    fn refuse(&self, tokens: TokenStream, fault: impl Display, faults: &mut Faults) {
        faults.at(tokens, fault, format_args!("write `{}`", self.key.example));
    }
}

fn value_of(entry: &Entry, faults: &mut Faults) -> Option<ArgumentValue> {
    let Ok(written) = syn::parse2::<Expr>(entry.value.clone()) else {
        no_value(entry, faults);
        return None;
    };
    let written = plain(&written);
    if entry.name == PRIORITY {
        let priority = number_of(written).and_then(|number| i32::try_from(number).ok());
        if priority.is_none() {
            let fault = format!("`{PRIORITY}` is a whole number of 32 bits");
            faults.at(&entry.value, fault, format_args!("write `{PRIORITY} = 10`"));
        }
        return priority.map(|priority| ArgumentValue::Integer(priority.into()));
    }
    let value = match written {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Bool(value) => Some(ArgumentValue::Bool(value.value)),
            Lit::Str(text) => Some(ArgumentValue::Text(text.value())),
            _ => None,
        },
        _ => None,
    };
    let number = || number_of(written).and_then(|number| i64::try_from(number).ok());
    let value = value.or_else(|| number().map(ArgumentValue::Integer));
    if value.is_none() {
        no_value(entry, faults);
    }
    value
}

fn no_value(entry: &Entry, faults: &mut Faults) {
    let name = &entry.name;
    faults.at(
        &entry.value,
        format_args!("`{name}` is `true`, `false`, a whole number of 64 bits or a text in quotes"),
        format_args!("write `{name} = 10` or `{name} = \"text\"`"),
    );
}

/// A name without quotes: words and numbers, one `-` or `.` between any two.
fn unquoted(tokens: &[TokenTree]) -> Option<String> {
    let mut name = String::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if at % 2 == 0 => name.push_str(&word.unraw().to_string()),
            TokenTree::Literal(number)
                if at % 2 == 0 && number.to_string().bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                name.push_str(&number.to_string());
            }
            TokenTree::Punct(punct) if at % 2 == 1 && matches!(punct.as_char(), '-' | '.') => {
                name.push(punct.as_char());
            }
            _ => return None,
        }
    }
    (tokens.len() % 2 == 1).then_some(name)
}
