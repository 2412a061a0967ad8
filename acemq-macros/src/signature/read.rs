//! Tokens to a handler.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};
use syn::{
    Attribute, FnArg, Meta, PatType, ReturnType, Signature, Token, Type, Visibility,
    parse::{ParseStream, Parser as _},
};

use super::{argument, check, peel::peeled};
use crate::fault::Faults;

/// A function that can be a listener, as far as its tokens tell.
pub(crate) struct Handler {
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
    pub(crate) arguments: Vec<Argument>,
    /// The return type, when one is written.
    pub(crate) output: Option<Type>,
    /// The attributes of ours that stand below this one.
    pub(crate) further: Vec<Attribute>,
    /// What the function allows itself, for what calls it and names its types.
    pub(crate) allowed: Vec<TokenStream>,
}

/// One argument, in order.
pub(crate) struct Argument {
    /// The type that is built; without its `&` when the handler takes a reference.
    pub(crate) ty: Type,
    pub(crate) passed: Passed,
    /// Its `#[cfg(…)]`s: what is said about the argument holds only where it is there.
    pub(crate) cfgs: Vec<Attribute>,
}

/// How the handler is given an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passed {
    /// As it is.
    Owned,
    /// By `&`, to what the call keeps.
    Borrowed,
}

/// Reads the function under the attribute. `None` only when there is none: faults in its signature do not hide its name.
pub(crate) fn read(item: TokenStream, faults: &mut Faults) -> Option<Handler> {
    let Ok(Head { attributes, visibility, signature, semicolon }) = head.parse2(item.clone()) else {
        not_a_function(item, faults);
        return None;
    };
    if let Some(semicolon) = semicolon {
        check::body(semicolon, faults);
    }
    check::function(&signature, faults);
    let mut arguments = Vec::new();
    for input in &signature.inputs {
        match input {
            FnArg::Receiver(receiver) => check::receiver(receiver, faults),
            FnArg::Typed(typed) => {
                argument::check(typed, faults);
                arguments.push(Argument::of(typed));
            }
        }
    }
    let output = match signature.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => {
            let lent = arguments.iter().filter(|argument| argument.passed == Passed::Borrowed).count();
            check::output(&ty, lent, faults);
            Some(*ty)
        }
    };
    let allowed = attributes.iter().filter_map(allowed).collect();
    let further = attributes.into_iter().filter(is_ours).collect();
    Some(Handler { visibility, name: signature.ident, arguments, output, further, allowed })
}

impl Argument {
    fn of(typed: &PatType) -> Self {
        let cfgs = typed.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect();
        match peeled(&typed.ty) {
            Type::Reference(reference) => {
                Self { ty: (*reference.elem).clone(), passed: Passed::Borrowed, cfgs }
            }
            _ => Self { ty: (*typed.ty).clone(), passed: Passed::Owned, cfgs },
        }
    }
}

/// What an attribute of the function means for its record: a lint that is allowed there is allowed here, one that is expected
/// may happen here, and a function that is deprecated is called all the same.
fn allowed(attribute: &Attribute) -> Option<TokenStream> {
    if attribute.path().is_ident("deprecated") {
        return Some(quote!(#[allow(deprecated)]));
    }
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("allow") || list.path.is_ident("expect") => {
            let lints = &list.tokens;
            Some(quote!(#[allow(#lints)]))
        }
        _ => None,
    }
}

/// Whether an attribute is another one of ours, by its name: under whatever path, and behind `cfg_attr` too.
fn is_ours(attribute: &Attribute) -> bool {
    const NAME: &str = "ace_listener";
    let path = attribute.path();
    if path.is_ident("cfg_attr") {
        let tokens = attribute.meta.to_token_stream();
        return tokens
            .to_string()
            .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .any(|word| word == NAME);
    }
    path.segments.last().is_some_and(|last| last.ident == NAME)
}

/// What stands before the body.
struct Head {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    signature: Signature,
    /// In the place of the body.
    semicolon: Option<Token![;]>,
}

/// The body stays tokens, so that an editor completes inside one that does not parse.
fn head(input: ParseStream<'_>) -> syn::Result<Head> {
    let attributes = Attribute::parse_outer(input)?;
    let visibility = input.parse()?;
    let signature = input.parse()?;
    let semicolon = input.parse()?;
    input.parse::<TokenStream>()?;
    Ok(Head { attributes, visibility, signature, semicolon })
}

fn not_a_function(item: TokenStream, faults: &mut Faults) {
    // Attributes and visibility say nothing about the kind of the item: point behind them.
    let behind = (|input: ParseStream<'_>| {
        Attribute::parse_outer(input)?;
        input.parse::<Visibility>()?;
        input.parse::<TokenStream>()
    })
    .parse2(item.clone())
    .unwrap_or(item);
    let first: TokenStream = behind.into_iter().take(1).collect();
    faults.at(
        first,
        "`#[ace_listener]` stands on an async function",
        "write `async fn on_order(order: Order) -> anyhow::Result<()> { … }` below it",
    );
}
