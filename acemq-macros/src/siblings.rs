//! Several attributes on one function: each is a listener, so each needs an id of its own.

use syn::{Attribute, Expr, ExprLit, Lit, Meta, MetaNameValue, Token, punctuated::Punctuated};

use crate::{attribute::Options, fault::Faults, signature::Handler};

/// Refuses the attributes further down that would register the same id. Those above have looked at this one already.
pub(crate) fn check(handler: &Handler, options: &Options, faults: &mut Faults) {
    let own = options.id.as_ref().map(|id| id.value.as_str());
    for attribute in &handler.further {
        let is_same = match id_of(attribute) {
            Id::Unclear => false,
            Id::OfTheFunction => own.is_none(),
            Id::Given(id) => own == Some(id.as_str()),
        };
        if !is_same {
            continue;
        }
        let name = &handler.name;
        let (fault, other) = match own {
            Some(id) => (format!("two listeners have the id `{id}`"), format!("{id}-2")),
            None => (format!("two listeners on `{name}` have its name for an id"), format!("{name}-2")),
        };
        faults.at(attribute.path(), fault, format_args!("give one of them another: `id = \"{other}\"`"));
    }
}

/// What an attribute says of its id.
enum Id {
    /// Nothing: the function's name is its id.
    OfTheFunction,
    /// This.
    Given(String),
    /// It cannot be told: its own expansion reports what is wrong with it.
    Unclear,
}

fn id_of(attribute: &Attribute) -> Id {
    if attribute.path().is_ident("cfg_attr") {
        return Id::Unclear;
    }
    let Ok(pairs) = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) else {
        return Id::Unclear;
    };
    let Some(id) = pairs.iter().find(|pair| pair.path().is_ident("id")) else { return Id::OfTheFunction };
    match id {
        Meta::NameValue(MetaNameValue { value: Expr::Lit(ExprLit { lit: Lit::Str(text), .. }), .. }) => {
            Id::Given(text.value())
        }
        _ => Id::Unclear,
    }
}
