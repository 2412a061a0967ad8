//! From an item to what each of its cases says: each mark by itself, then the rules between them.

use std::time::Duration;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Fields, GenericParam, Generics, Item, ItemEnum, Path, parse::Parser as _};

use super::{
    marks::{self, Word},
    parse::{self, Written},
    place::{Named, Place},
    wait,
};
use crate::fault::Faults;

/// A type that can classify itself.
pub(super) struct Subject {
    pub(super) name: Ident,
    /// The path of `acemq`.
    pub(super) root: TokenStream,
    pub(super) body: Body,
}

/// What the type says, by case.
pub(super) enum Body {
    Struct(Box<Says>),
    Enum(Vec<(Ident, Says)>),
}

/// What one case says.
pub(super) enum Says {
    /// Not marked: the walk goes on.
    Nothing,
    Fatal,
    Retryable,
    Park,
    After(Duration),
    AfterField(Named),
    /// What the field says.
    Transparent(Named),
}

/// Reads the item. `None` when there can be no implementation at all; with faults, what could be read.
pub(super) fn read(item: TokenStream, faults: &mut Faults) -> Option<Subject> {
    match syn::parse2(item) {
        Ok(Item::Enum(item)) => {
            let is_concrete = concrete(&item.ident, &item.generics, faults);
            of_enum(item, faults).filter(|_| is_concrete)
        }
        Ok(Item::Struct(item)) => {
            let is_concrete = concrete(&item.ident, &item.generics, faults);
            of_struct(item.ident, &item.attrs, &item.fields, faults).filter(|_| is_concrete)
        }
        Ok(Item::Union(item)) => {
            let help = format!("write `enum {}`, with a variant for each case", item.ident);
            faults.at(item.union_token, "a union cannot tell which case it is", help);
            None
        }
        Ok(other) => {
            faults.at(
                other,
                "`AceError` is derived on an enum or a struct",
                "write `enum PaymentError { … }`",
            );
            None
        }
        Err(error) => {
            faults.at_span(error.span(), error, "write `enum PaymentError { … }`");
            None
        }
    }
}

/// An error is found by its type, so the type must be one, and a downcast looks for none that borrows.
fn concrete(name: &Ident, generics: &Generics, faults: &mut Faults) -> bool {
    for parameter in &generics.params {
        match parameter {
            GenericParam::Lifetime(lifetime) => faults.at(
                lifetime,
                "an error that a handler returns is owned: it outlives the handler's call",
                format_args!("write `{name}` without a lifetime, with `String` in place of a `&str`"),
            ),
            GenericParam::Type(_) | GenericParam::Const(_) => faults.at(
                parameter,
                "an error that is found by its type has no generic parameters: there would be no end of types to look for",
                format_args!(
                    "write `{name}` with the type itself, or with `Box<dyn std::error::Error + Send + Sync>`"
                ),
            ),
        }
    }
    generics.params.is_empty()
}

fn of_struct(name: Ident, attributes: &[Attribute], fields: &Fields, faults: &mut Faults) -> Option<Subject> {
    let mut found = Faults::default();
    let (root, written) = own(attributes, &mut found);
    let place = Place { name: &name, fields };
    let says = says(written, place, &mut found);
    on_fields(place, "struct", &mut found);
    if matches!(says, Says::Nothing) && found.is_empty() {
        found.at(
            &name,
            format_args!("`{name}` has no mark: it would say nothing"),
            format_args!("write `#[ace(fatal)]` above it; the marks are {}", marks::list()),
        );
    }
    faults.append(found);
    Some(Subject { name, root: root?, body: Body::Struct(Box::new(says)) })
}

fn of_enum(item: ItemEnum, faults: &mut Faults) -> Option<Subject> {
    let mut found = Faults::default();
    let (root, misplaced) = own(&item.attrs, &mut found);
    for mark in misplaced {
        found.at(
            &mark.name,
            "the marks of an enum stand on its variants",
            format_args!("write `{}` above each variant that it is meant for", mark.word.example()),
        );
    }
    let mut cases = Vec::new();
    for variant in item.variants {
        let mut written = parse::written(&variant.attrs, &mut found);
        written.retain(|one| {
            if one.word == Word::Crate {
                let help = format!("write `#[ace(crate = ::acemq)]` above `enum {}`", item.ident);
                found.at(&one.name, "`crate` stands on the type", help);
            }
            one.word != Word::Crate
        });
        let place = Place { name: &variant.ident, fields: &variant.fields };
        let says = says(written, place, &mut found);
        on_fields(place, "variant", &mut found);
        cases.push((variant.ident, says));
    }
    if found.is_empty() && cases.iter().all(|(_, says)| matches!(says, Says::Nothing)) {
        found.at(
            &item.ident,
            format_args!("no variant of `{}` has a mark: it would say nothing", item.ident),
            format_args!("write `#[ace(fatal)]` above one of them; the marks are {}", marks::list()),
        );
    }
    faults.append(found);
    Some(Subject { name: item.ident, root: root?, body: Body::Enum(cases) })
}

/// The path of `acemq`, unless it was a fault, and the marks that stand on the type itself.
fn own(attributes: &[Attribute], faults: &mut Faults) -> (Option<TokenStream>, Vec<Written>) {
    let (paths, marks): (Vec<_>, Vec<_>) =
        parse::written(attributes, faults).into_iter().partition(|one| one.word == Word::Crate);
    let mut root = Some(quote!(::acemq));
    for (at, one) in paths.into_iter().enumerate() {
        if at > 0 {
            faults.at(&one.name, "`crate` is given twice", "remove one of them");
            continue;
        }
        root = None;
        let Some(value) = one.value(faults) else { continue };
        if let Ok(path) = Path::parse_mod_style.parse2(value.clone()) {
            root = Some(path.into_token_stream());
            continue;
        }
        let help = match syn::parse2::<syn::LitStr>(value.clone()) {
            Ok(text) if text.parse_with(Path::parse_mod_style).is_ok() => {
                format!("write `crate = {}`, without quotes", text.value())
            }
            Ok(_) | Err(_) => "write `crate = ::acemq`".to_owned(),
        };
        faults.at(value, "`crate` is the path of a crate or a module", help);
    }
    (root, marks)
}

/// What the marks of one case say together: one of them, or nothing.
fn says(written: Vec<Written>, place: Place<'_>, faults: &mut Faults) -> Says {
    let mut written = written.into_iter();
    let Some(first) = written.next() else { return Says::Nothing };
    let said = mark(&first, place, faults).unwrap_or(Says::Nothing);
    for second in written {
        exclude(&first, &second, faults);
    }
    said
}

fn exclude(first: &Written, second: &Written, faults: &mut Faults) {
    if first.word == second.word {
        faults.at(&second.name, format_args!("`{}` is given twice", second.name), "remove one of them");
        return;
    }
    faults.between(
        [first.name.span(), second.name.span()],
        format_args!("`{}` and `{}` exclude each other", first.name, second.name),
        format_args!(
            "a message has one ending: write `{}` or `{}`",
            first.word.example(),
            second.word.example()
        ),
    );
}

fn mark(one: &Written, place: Place<'_>, faults: &mut Faults) -> Option<Says> {
    if one.word == Word::RetryAfter {
        return wait::read(&one.value(faults)?, place, faults);
    }
    if !one.stands_alone(faults) {
        return None;
    }
    match one.word {
        Word::Fatal => Some(Says::Fatal),
        Word::Retryable => Some(Says::Retryable),
        Word::Park => Some(Says::Park),
        Word::Transparent => place.only_field(&one.name, faults).map(Says::Transparent),
        // Both are read elsewhere: neither stands alone.
        Word::RetryAfter | Word::Crate => None,
    }
}

/// A mark on a field is read by nobody, so it must not be taken for one that is.
fn on_fields(place: Place<'_>, whole: &str, faults: &mut Faults) {
    for (field, attribute) in place.attributes().filter(|(_, attribute)| attribute.path().is_ident("ace")) {
        // Whatever else is wrong with it is said where it belongs.
        let meant = parse::written(std::slice::from_ref(attribute), &mut Faults::default());
        let meant = match meant.first().map_or(Word::Fatal, |one| one.word) {
            Word::RetryAfter => format!("#[ace(retry_after = {field})]"),
            other => other.example().to_owned(),
        };
        faults.at(
            attribute.path(),
            format_args!("`#[ace]` stands above a {whole} and not on a field"),
            format_args!("write `{meant}` above `{}`", place.name),
        );
    }
}
