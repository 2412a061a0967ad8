//! Listeners as data: what the attribute registered, and what configuration made of it.

mod linked;
mod location;
mod options;
mod outcome;
mod prepared;
mod registration;
mod registry;

pub use self::{
    linked::linked,
    location::Location,
    options::Options,
    outcome::IntoOutcome,
    prepared::{Prepared, prepared},
    registration::{Prepare, Registration, Requires},
    registry::{DuplicateId, LookupError, Registry},
};

#[cfg(test)]
mod tests;
