//! One value of each sort: what it must be, and what to write when it is not.

use std::fmt::Display;

use acemq_core::{duration, exhausted::OnExhausted, key_source::KeySource, retry::RetryPolicy};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, ExprPath, ExprUnary, Lit, LitStr, Path, UnOp, spanned::Spanned as _};

use super::{KeyOf, Setting, keys::Key};
use crate::fault::Faults;

/// The least and the largest count, as AMQP counts its window.
const COUNTS: [i128; 2] = [1, u16::MAX as i128];
/// The least and the largest integer.
const INTEGERS: [i128; 2] = [i32::MIN as i128, i32::MAX as i128];

/// A value as it was written, with the key that it is given to.
pub(super) struct Given<'a> {
    key: &'static Key,
    name: &'a Ident,
    value: &'a Expr,
}

impl<'a> Given<'a> {
    /// Looks through the invisible groups in which a macro's `$value:expr` comes, and through parentheses.
    pub(super) fn new(key: &'static Key, name: &'a Ident, value: &'a Expr) -> Self {
        Self { key, name, value: plain(value) }
    }

    /// A text.
    pub(super) fn text(&self, faults: &mut Faults) -> Option<String> {
        if let Some(text) = self.text_literal() {
            return Some(text.value());
        }
        let help = match self.value {
            Expr::Path(path) if path.path.get_ident().is_some_and(|word| !is_constant(word)) => {
                format!("write `{} = \"{}\"`", self.name, path.to_token_stream())
            }
            Expr::Path(_) | Expr::Macro(_) => {
                format!(
                    "an attribute cannot read a constant or a macro: write the text itself, `{}`",
                    self.key.example
                )
            }
            _ => format!("write `{}`", self.key.example),
        };
        self.refuse(faults, format_args!("`{}` is a text in quotes", self.name), help);
        None
    }

    /// A text in a grammar of its own: where only the quotes are missing, the help puts them.
    fn text_or(&self, faults: &mut Faults, is_right: impl Fn(&str) -> bool) -> Option<String> {
        let written: String =
            self.value.to_token_stream().into_iter().map(|token| token.to_string()).collect();
        let written = written.replace(" ,", ",").replace(',', ", ").replace(",  ", ", ");
        if self.text_literal().is_none() && is_right(&written) {
            let help = format!("write `{} = \"{written}\"`", self.name);
            self.refuse(faults, format_args!("`{}` is a text in quotes", self.name), help);
            return None;
        }
        self.text(faults)
    }

    /// A text that names something: not empty, nothing to look up.
    pub(super) fn name(&self, faults: &mut Faults) -> Option<Setting<String>> {
        let text = self.text(faults)?;
        if text.trim().is_empty() {
            let help = format!("write `{}`", self.key.example);
            self.refuse(faults, format_args!("`{}` is empty", self.name), help);
            return None;
        }
        Some(self.setting(text))
    }

    /// The name of a listener: part of configuration keys and environment variables.
    pub(super) fn id(&self, faults: &mut Faults) -> Option<Setting<String>> {
        let id = self.name(faults)?;
        let is_fit =
            |character: &char| character.is_alphanumeric() || matches!(character, '-' | '_' | '.' | ':');
        if let Some(odd) = id.value.chars().find(|character| !is_fit(character)) {
            let kept: String = id.value.chars().filter(is_fit).collect();
            let kept = if kept.is_empty() { "orders" } else { &kept };
            let help = format!("an id has letters, digits, `-`, `_`, `.` and `::`: write `id = {kept:?}`");
            self.refuse(faults, format_args!("the id holds {odd:?}"), help);
            return None;
        }
        if !id.value.chars().any(char::is_alphanumeric) {
            let help = format!("write `{}`", self.key.example);
            self.refuse(faults, "the id has neither a letter nor a digit", help);
            return None;
        }
        Some(id)
    }

    /// A retry policy. The text is handed on as it is: what runs later is parsed by the same code.
    pub(super) fn retry(&self, faults: &mut Faults) -> Option<Setting<String>> {
        let text = self.text_or(faults, |written| written.parse::<RetryPolicy>().is_ok())?;
        match text.parse::<RetryPolicy>() {
            Ok(_) => Some(self.setting(text)),
            Err(error) => {
                let drawn = error.to_string();
                let fault = drawn.rsplit_once("\nhelp: ").map_or(drawn.as_str(), |(fault, _)| fault);
                self.refuse(faults, fault, error.help());
                None
            }
        }
    }

    /// What becomes of used-up messages. The text is handed on, as for `retry`.
    pub(super) fn on_exhausted(&self, faults: &mut Faults) -> Option<Setting<String>> {
        let text = self.text_or(faults, |written| written.parse::<OnExhausted>().is_ok())?;
        match text.parse::<OnExhausted>() {
            Ok(_) => Some(self.setting(text)),
            Err(error) => {
                self.refuse(faults, error.message(), error.help());
                None
            }
        }
    }

    /// Where the idempotency key comes from: a function of the payload, or a header.
    pub(super) fn key_of(&self, faults: &mut Faults) -> Option<Setting<KeyOf>> {
        if let Expr::Path(path) = self.value {
            return Some(self.setting(KeyOf::Function(path.clone())));
        }
        let Some(text) = self.text_literal().map(LitStr::value) else {
            let help = "write the path of a function, `idempotency_key = payment_key`, or a header, \
                        `idempotency_key = \"header:x-request-id\"`";
            self.refuse(faults, "`idempotency_key` is a function's path or a text in quotes", help);
            return None;
        };
        match text.parse::<KeySource>() {
            Ok(_) => Some(self.setting(KeyOf::Text(text))),
            Err(error) => {
                let is_path = syn::parse_str::<ExprPath>(&text).is_ok();
                let unquoted =
                    format!("a function's path stands without quotes: write `{} = {text}`", self.name);
                self.refuse(faults, error.message(), if is_path { &unquoted } else { error.help() });
                None
            }
        }
    }

    /// A duration, or `none`.
    pub(super) fn timeout(&self, faults: &mut Faults) -> Option<Setting<String>> {
        if let Expr::Lit(literal) = self.value
            && let Lit::Int(number) = &literal.lit
        {
            let written = number.to_string();
            let help = match duration::parse(&written) {
                Ok(_) => format!("write `timeout = \"{written}\"`"),
                Err(_) if number.base10_digits() == "0" => {
                    "write `timeout = \"none\"` for no limit".to_owned()
                }
                Err(_) => {
                    let digits = number.base10_digits();
                    format!("write `timeout = \"{digits}s\"` or `timeout = \"{digits}ms\"`")
                }
            };
            self.refuse(faults, "`timeout` is a text in quotes, with a unit", help);
            return None;
        }
        let text = self.text(faults)?;
        let refused = match duration::parse(&text) {
            Ok(length) if !length.is_zero() => return Some(self.setting(text)),
            _ if text.trim() == "none" => return Some(self.setting(text)),
            Ok(_zero) => (
                "no handler ends in no time".to_owned(),
                "write `timeout = \"none\"` for no limit".to_owned(),
            ),
            Err(error) => {
                (error.message().to_owned(), format!("{}; the forms are {}", error.help(), duration::FORMS))
            }
        };
        self.refuse(faults, refused.0, refused.1);
        None
    }

    /// The path under which the caller finds this project's crate.
    pub(super) fn krate(&self, faults: &mut Faults) -> Option<Setting<Path>> {
        if let Expr::Path(ExprPath { qself: None, path, attrs }) = self.value
            && attrs.is_empty()
            && path.segments.iter().all(|segment| segment.arguments.is_none())
        {
            return Some(self.setting(path.clone()));
        }
        let quoted =
            self.text_literal().map(LitStr::value).filter(|text| syn::parse_str::<Path>(text).is_ok());
        let help = match quoted {
            Some(path) => format!("write `crate = {path}`"),
            None => format!("write `{}`", self.key.example),
        };
        self.refuse(faults, "`crate` is a path", help);
        None
    }

    /// A count from 1 to 65,535, as AMQP counts its window.
    pub(super) fn count(&self, faults: &mut Faults) -> Option<Setting<u16>> {
        let range = format!("`{}` is a whole number from 1 to 65535", self.name);
        match number_of(self.value) {
            Some(number) => match u16::try_from(number) {
                Ok(count) if count > 0 => Some(self.setting(count)),
                _ => {
                    let nearest = number.clamp(COUNTS[0], COUNTS[1]);
                    self.refuse(faults, range, format_args!("write `{} = {nearest}`", self.name));
                    None
                }
            },
            None => self.no_number(faults, range, COUNTS),
        }
    }

    /// A 32-bit integer.
    pub(super) fn integer(&self, faults: &mut Faults) -> Option<Setting<i32>> {
        let range = format!("`{}` is a whole number from {} to {}", self.name, i32::MIN, i32::MAX);
        match number_of(self.value) {
            Some(number) => {
                if let Ok(integer) = i32::try_from(number) {
                    return Some(self.setting(integer));
                }
                let nearest = number.clamp(INTEGERS[0], INTEGERS[1]);
                self.refuse(faults, range, format_args!("write `{} = {nearest}`", self.name));
                None
            }
            None => self.no_number(faults, range, INTEGERS),
        }
    }

    /// `true` or `false`.
    pub(super) fn boolean(&self, faults: &mut Faults) -> Option<Setting<bool>> {
        if let Expr::Lit(literal) = self.value
            && let Lit::Bool(boolean) = &literal.lit
        {
            return Some(self.setting(boolean.value));
        }
        let fault = format!("`{}` is `true` or `false`", self.name);
        match self.text_literal().map(LitStr::value).as_deref() {
            Some(word @ ("true" | "false")) => {
                self.refuse(faults, fault, format_args!("write `{} = {word}`", self.name));
            }
            _ => self.refuse(faults, fault, format_args!("write `{}`", self.key.example)),
        }
        None
    }

    /// `true`, `false`, or a text with placeholders that become one of them.
    pub(super) fn boolean_or_placeholder(&self, faults: &mut Faults) -> Option<Setting<String>> {
        let Some(text) = self.text_literal() else {
            let boolean = self.boolean(faults)?;
            return Some(self.setting(boolean.value.to_string()));
        };
        let text = text.value();
        match acemq_core::placeholder::has_any(&text) {
            Ok(true) => Some(self.setting(text)),
            Ok(false) if matches!(text.as_str(), "true" | "false") => Some(self.setting(text)),
            Ok(false) => {
                let help =
                    format!("write `{}` or `{} = \"${{orders.enabled:true}}\"`", self.key.example, self.name);
                self.refuse(
                    faults,
                    format_args!("`{}` is `true`, `false` or a placeholder", self.name),
                    help,
                );
                None
            }
            Err(error) => {
                self.refuse(faults, error.message(), error.help());
                None
            }
        }
    }

    pub(super) fn setting<T>(&self, value: T) -> Setting<T> {
        Setting { key: self.name.clone(), span: self.value.span(), value }
    }

    /// A fault on the value.
    pub(super) fn refuse(&self, faults: &mut Faults, fault: impl Display, help: impl Display) {
        faults.at(self.value, fault, help);
    }

    fn no_number<T>(&self, faults: &mut Faults, range: String, within: [i128; 2]) -> Option<T> {
        let quoted = self.text_literal().and_then(|text| text.value().trim().parse::<i128>().ok());
        match quoted.map(|number| number.clamp(within[0], within[1])) {
            Some(number) => self.refuse(faults, range, format_args!("write `{} = {number}`", self.name)),
            None => self.refuse(faults, range, format_args!("write `{}`", self.key.example)),
        }
        None
    }

    fn text_literal(&self) -> Option<&LitStr> {
        match self.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The expression without the invisible groups in which a macro's `$value:expr` comes, and without parentheses.
pub(super) fn plain(mut value: &Expr) -> &Expr {
    loop {
        value = match value {
            Expr::Group(group) => &group.expr,
            Expr::Paren(paren) => &paren.expr,
            _ => return value,
        };
    }
}

/// A number of any size that is written down; one beyond 128 bits counts as the largest.
pub(super) fn number_of(value: &Expr) -> Option<i128> {
    fn magnitude(literal: &Lit) -> Option<i128> {
        let Lit::Int(number) = literal else { return None };
        let is_integer = matches!(
            number.suffix(),
            "" | "u8"
                | "u16"
                | "u32"
                | "u64"
                | "u128"
                | "usize"
                | "i8"
                | "i16"
                | "i32"
                | "i64"
                | "i128"
                | "isize"
        );
        if !is_integer {
            return None;
        }
        Some(number.base10_digits().parse().unwrap_or(i128::MAX))
    }
    match value {
        Expr::Lit(literal) => magnitude(&literal.lit),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match expr.as_ref() {
            Expr::Lit(literal) => magnitude(&literal.lit).map(|number| -number),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a word is written as constants are.
fn is_constant(word: &Ident) -> bool {
    let word = word.to_string();
    word.len() > 1 && !word.chars().any(char::is_lowercase)
}
