//! What stands in the parentheses of the attribute.

mod keys;
mod list;
mod options;
mod parse;
mod queue;
mod validate;
mod value;

pub(crate) use self::keys::KEYS;
pub(crate) use self::{
    options::{ArgumentValue, ConsumerArgument, KeyOf, Options, Setting},
    validate::read,
};

/// How many keys are written, for the test that counts lines.
#[cfg(test)]
pub(crate) fn parts_of(arguments: proc_macro2::TokenStream) -> usize {
    parse::parts(arguments).len()
}
