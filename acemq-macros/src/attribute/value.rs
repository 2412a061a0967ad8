//! One value of each sort: what it must be, and what to write when it is not.

use std::fmt::Display;

use acemq_core::retry::RetryPolicy;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, ExprUnary, Lit, LitInt, LitStr, UnOp, spanned::Spanned as _};

use super::{Setting, keys::Key};
use crate::{fault::Faults, placeholder};

/// A value as it was written, with the key that it is given to.
pub(super) struct Given<'a> {
    key: &'static Key,
    name: &'a Ident,
    value: &'a Expr,
}

impl<'a> Given<'a> {
    /// Looks through the invisible groups in which a macro's `$value:expr` comes, and through parentheses.
    pub(super) fn new(key: &'static Key, name: &'a Ident, mut value: &'a Expr) -> Self {
        loop {
            value = match value {
                Expr::Group(group) => &group.expr,
                Expr::Paren(paren) => &paren.expr,
                _ => return Self { key, name, value },
            };
        }
    }

    /// A text.
    pub(super) fn text(&self, faults: &mut Faults) -> Option<String> {
        if let Some(text) = self.text_literal() {
            return Some(text.value());
        }
        let help = match self.value {
            Expr::Path(path) if path.path.get_ident().is_some() => {
                format!("write `{} = \"{}\"`", self.name, path.to_token_stream())
            }
            _ => format!("write `{}`", self.key.example),
        };
        self.refuse(faults, format_args!("`{}` is a text in quotes", self.name), help);
        None
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
        Some(id)
    }

    /// A retry policy. The text is handed on as it is: what runs later is parsed by the same code.
    pub(super) fn retry(&self, faults: &mut Faults) -> Option<Setting<String>> {
        let text = self.text(faults)?;
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

    /// A count from 1 to 65,535, as AMQP counts its window.
    pub(super) fn count(&self, faults: &mut Faults) -> Option<Setting<u16>> {
        let range = format!("`{}` is a whole number from 1 to 65535", self.name);
        match self.number() {
            Some(number) => match u16::try_from(number) {
                Ok(count) if count > 0 => Some(self.setting(count)),
                _ => {
                    let nearest = number.clamp(1, i128::from(u16::MAX));
                    self.refuse(faults, range, format_args!("write `{} = {nearest}`", self.name));
                    None
                }
            },
            None => self.no_number(faults, range),
        }
    }

    /// A 32-bit integer.
    pub(super) fn integer(&self, faults: &mut Faults) -> Option<Setting<i32>> {
        let range = format!("`{}` is a whole number from {} to {}", self.name, i32::MIN, i32::MAX);
        match self.number() {
            Some(number) => {
                if let Ok(integer) = i32::try_from(number) {
                    return Some(self.setting(integer));
                }
                let nearest = number.clamp(i128::from(i32::MIN), i128::from(i32::MAX));
                self.refuse(faults, range, format_args!("write `{} = {nearest}`", self.name));
                None
            }
            None => self.no_number(faults, range),
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
        match placeholder::check(&text) {
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
                self.refuse(faults, error.message, error.help);
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

    fn no_number<T>(&self, faults: &mut Faults, range: String) -> Option<T> {
        let quoted = self.text_literal().map(LitStr::value).filter(|text| text.parse::<u16>().is_ok());
        match quoted {
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

    /// A number of any size that is written down; one beyond 128 bits counts as the largest.
    fn number(&self) -> Option<i128> {
        fn magnitude(literal: &LitInt) -> Option<i128> {
            if !matches!(literal.suffix(), "" | "u16" | "i32" | "usize" | "u32") {
                return None;
            }
            Some(literal.base10_digits().parse().unwrap_or(i128::MAX))
        }
        match self.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => magnitude(number),
                _ => None,
            },
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match expr.as_ref() {
                Expr::Lit(literal) => match &literal.lit {
                    Lit::Int(number) => magnitude(number).map(|number| -number),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}
