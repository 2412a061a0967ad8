//! The function under the attribute, down to its body.

mod argument;
mod check;
mod peel;
mod read;

pub(crate) use self::read::{Argument, Handler, Passed, read};
