//! Several attributes on one function: each is a listener, so each needs an id of its own.

use syn::{Attribute, Expr, ExprLit, Lit, MetaNameValue, Token, punctuated::Punctuated};

use crate::{attribute::Options, fault::Faults, signature::Handler};

/// Refuses the attributes further down that would register the same id. Those above have looked at this one already.
pub(crate) fn check(handler: &Handler, options: &Options, faults: &mut Faults) {
    let own = options.id.as_ref().map(|id| id.value.as_str());
    for attribute in &handler.further {
        let Some(id) = id_of(attribute) else { continue };
        if id.as_deref() != own {
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

/// The id that an attribute gives; `None` when it cannot be told: then its own expansion reports what is wrong with it.
fn id_of(attribute: &Attribute) -> Option<Option<String>> {
    if attribute.path().is_ident("cfg_attr") {
        return None;
    }
    let pairs = attribute.parse_args_with(Punctuated::<MetaNameValue, Token![,]>::parse_terminated).ok()?;
    let Some(pair) = pairs.iter().find(|pair| pair.path.is_ident("id")) else { return Some(None) };
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(Some(text.value())),
        _ => None,
    }
}
