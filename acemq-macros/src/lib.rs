//! The `#[ace_listener]` attribute and the `AceError` derive: parse, validate, generate.
//!
//! Three stages with three sets of types. `attribute` reads what stands in the parentheses and knows which keys there
//! are; `signature` reads the function down to its body, which is never parsed; `generate` is given only what both
//! found to be right. `ace_error` has the same three stages in a folder of its own. Faults of all stages are collected in
//! one `fault::Faults` and reported together.
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "syn's trees have dozens of variants and grow; the rule is for enums of ours"
)]

mod ace_error;
mod attribute;
mod expand;
mod fault;
mod generate;
mod listener;
mod siblings;
mod signature;

/// Makes an async function a listener. `acemq` re-exports it and documents it there.
#[proc_macro_attribute]
pub fn ace_listener(
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    expand::expand(arguments.into(), &item.into()).into()
}

/// The path of an annotated function's record: the inside of `acemq::listener!`, which documents it.
#[proc_macro]
pub fn record_of(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    listener::record(&input.into()).into()
}

/// Lets an error say what becomes of the message. `acemq` re-exports it and documents it there.
#[proc_macro_derive(AceError, attributes(ace))]
pub fn ace_error(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    ace_error::expand(item.into()).into()
}

#[cfg(test)]
mod expansion_tests;
