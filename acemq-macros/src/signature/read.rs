//! Tokens to a handler.

use proc_macro2::{Ident, TokenStream};
use syn::{
    Attribute, FnArg, ReturnType, Signature, Type, Visibility,
    parse::{ParseStream, Parser as _},
};

use super::{argument, check};
use crate::fault::Faults;

/// A function that can be a listener, as far as its tokens tell.
pub(crate) struct Handler {
    pub(crate) name: Ident,
    /// The types of the arguments, in order.
    pub(crate) arguments: Vec<Type>,
    /// The return type, when one is written.
    pub(crate) output: Option<Type>,
}

/// Reads the function under the attribute. `None` only when there is none: faults in its signature do not hide its name.
pub(crate) fn read(item: TokenStream, faults: &mut Faults) -> Option<Handler> {
    let Ok(signature) = signature.parse2(item.clone()) else {
        not_a_function(item, faults);
        return None;
    };
    check::function(&signature, faults);
    let mut arguments = Vec::new();
    for input in &signature.inputs {
        match input {
            FnArg::Receiver(receiver) => check::receiver(receiver, faults),
            FnArg::Typed(typed) => {
                argument::check(typed, faults);
                arguments.push((*typed.ty).clone());
            }
        }
    }
    let output = match signature.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => {
            check::output(&ty, faults);
            Some(*ty)
        }
    };
    Some(Handler { name: signature.ident, arguments, output })
}

/// The signature; the body stays tokens, so that an editor completes inside one that does not parse.
fn signature(input: ParseStream<'_>) -> syn::Result<Signature> {
    Attribute::parse_outer(input)?;
    input.parse::<Visibility>()?;
    let signature = input.parse()?;
    input.parse::<TokenStream>()?;
    Ok(signature)
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
