//! The `#[ace_listener]` attribute: parse, validate, generate.
//!
//! Three stages with three sets of types. `attribute` reads what stands in the parentheses and knows which keys there
//! are; `signature` reads the function down to its body, which is never parsed; `generate` is given only what both
//! found to be right. Faults of all stages are collected in one `fault::Faults` and reported together.
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "syn's trees have dozens of variants and grow; the rule is for enums of ours"
)]

mod attribute;
mod expand;
mod fault;
mod further;
mod generate;
mod listener;
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

#[cfg(test)]
mod expansion_tests;
