//! What stands in the parentheses of the attribute.

mod keys;
mod options;
mod parse;
mod queue;
mod validate;
mod value;

pub(crate) use self::keys::KEYS;
pub(crate) use self::{
    options::{Options, Setting},
    validate::read,
};
