//! Listeners as data: what the attribute registered, and what configuration made of it.

mod registration;

pub use self::registration::{Location, Options, Prepare, Prepared};
