//! What a listener's function may not be.

use syn::{Receiver, Safety, Signature, Token, Type};

use super::{argument, peel::peeled};
use crate::fault::Faults;

/// The words before the parenthesis.
pub(super) fn function(signature: &Signature, faults: &mut Faults) {
    let name = &signature.ident;
    if let Safety::Unsafe(token) = &signature.safety {
        faults.at(
            token,
            "a listener cannot be `unsafe`: the runtime calls it",
            format_args!("write `async fn {name}` and put `unsafe` around what needs it"),
        );
    }
    if let Some(abi) = &signature.abi {
        faults.at(
            abi,
            "a listener has no ABI of its own: the runtime calls it, in Rust",
            format_args!("write `async fn {name}`"),
        );
    }
    if signature.asyncness.is_none() {
        faults.at(
            signature.fn_token,
            "a listener is an async function",
            format_args!("write `async fn {name}`"),
        );
    }
    let generics = &signature.generics;
    if !generics.params.is_empty() {
        let parameters = &generics.params;
        faults.at(
            parameters,
            "a listener has no generic parameters: nobody could say what they stand for",
            format_args!("write the types themselves: `async fn {name}(order: Order)`"),
        );
    }
    if let Some(variadic) = &signature.variadic {
        faults.at(
            variadic,
            "a listener has a fixed number of arguments",
            "take a payload with a list in it: `orders: Vec<Order>`",
        );
    }
}

/// A semicolon in the place of the body.
pub(super) fn body(semicolon: Token![;], faults: &mut Faults) {
    faults.at(
        semicolon,
        "a listener has a body: it is a function of its own, not one of a trait or an `extern` block",
        "write the body, in braces, and the function outside of the block",
    );
}

/// `self` in any form.
pub(super) fn receiver(receiver: &Receiver, faults: &mut Faults) {
    faults.at(
        receiver,
        "a listener is a free function, there is no `self` to call it on",
        "register the value with `App::state` and take it as an argument: `service: State<Service>`",
    );
}

/// The return type. What it borrows without a name, the compiler reports where there is nothing to borrow from; with one
/// argument that is lent it would be taken for that one's.
pub(super) fn output(ty: &Type, lent: usize, faults: &mut Faults) {
    match peeled(ty) {
        Type::Never(_) => {
            faults.at(
                ty,
                "a listener returns: it says what became of its message",
                "write `-> anyhow::Result<()>`",
            );
        }
        Type::ImplTrait(_) => faults.at(
            ty,
            "the return type of a listener has a name",
            "write `()`, `Ack`, `Result<(), E>` or `Result<Ack, E>`",
        ),
        other => argument::borrows_in_output(other, lent == 1, faults),
    }
}
