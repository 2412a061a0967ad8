//! Where the marks stand: on a variant or on a struct, with the fields that they may name.

use std::fmt;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Field, Fields, Index, Member, Type, ext::IdentExt as _};

use crate::fault::Faults;

/// A variant, or a struct.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) name: &'a Ident,
    pub(super) fields: &'a Fields,
}

/// A field, as a pattern names it, and its type.
pub(super) struct Named {
    pub(super) member: Member,
    pub(super) ty: Type,
}

impl Place<'_> {
    /// Every field with its name or its number.
    fn members(&self) -> impl Iterator<Item = Named> {
        self.fields
            .iter()
            .enumerate()
            .map(|(at, field)| Named { member: member(at, field), ty: field.ty.clone() })
    }

    /// Every attribute of every field, with the field as a mark would name it.
    pub(super) fn attributes(&self) -> impl Iterator<Item = (String, &Attribute)> {
        self.fields.iter().enumerate().flat_map(|(at, field)| {
            field.attrs.iter().map(move |attribute| (shown(&member(at, field)), attribute))
        })
    }

    /// The one field of a transparent error; a fault on the mark when there is another number of them.
    pub(super) fn only_field(&self, mark: &Ident, faults: &mut Faults) -> Option<Named> {
        let mut members = self.members();
        match (members.next(), self.fields.len()) {
            (Some(only), 1) => Some(only),
            (_, count) => {
                let holds = if count == 0 { "no field".to_owned() } else { format!("{count} fields") };
                faults.at(
                    mark,
                    format_args!("`transparent` asks the one field, and `{}` has {holds}", self.name),
                    "write `#[ace(fatal)]`, `#[ace(retryable)]`, `#[ace(park)]` or `#[ace(retry_after = \"30s\")]`",
                );
                None
            }
        }
    }

    /// The field that was named; a fault on the name when there is none.
    pub(super) fn field(&self, written: &Written<'_>, faults: &mut Faults) -> Option<Named> {
        if let Some(found) = self.members().find(|field| written.names(&field.member)) {
            return Some(found);
        }
        let names: Vec<String> = self.members().map(|field| shown(&field.member)).collect();
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        let nearest = acemq_core::suggest::nearest(&written.to_string(), &known);
        let help = match (nearest, written, known.as_slice()) {
            (Some(name), _, _) | (None, Written::Name(_), &[name]) => format!("write `retry_after = {name}`"),
            (None, Written::Number(number), _) => {
                format!("write `retry_after = \"{}s\"`", number.index.max(1))
            }
            (None, Written::Name(_), []) => "write `retry_after = \"30s\"`".to_owned(),
            (None, Written::Name(_), _) => {
                let listed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                format!("write `retry_after = \"30s\"`, or one of the fields {listed}")
            }
        };
        faults.at(written, format_args!("`{}` has no field `{written}`", self.name), help);
        None
    }
}

/// A field as the mark names it.
pub(super) enum Written<'a> {
    Name(&'a Ident),
    Number(&'a Index),
}

impl Written<'_> {
    fn names(&self, member: &Member) -> bool {
        match (self, member) {
            (Self::Name(written), Member::Named(name)) => written.unraw() == name.unraw(),
            (Self::Number(written), Member::Unnamed(index)) => written.index == index.index,
            (Self::Name(_), Member::Unnamed(_)) | (Self::Number(_), Member::Named(_)) => false,
        }
    }
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => fmt::Display::fmt(name, f),
            Self::Number(number) => fmt::Display::fmt(&number.index, f),
        }
    }
}

impl ToTokens for Written<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Name(name) => name.to_tokens(tokens),
            Self::Number(number) => number.to_tokens(tokens),
        }
    }
}

fn member(at: usize, field: &Field) -> Member {
    field.ident.clone().map_or_else(|| Member::from(at), Member::Named)
}

fn shown(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
