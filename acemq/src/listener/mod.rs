//! Listeners as data: what the attribute registered, and what configuration made of it.

mod answer;
mod call;
mod handed;
mod layers;
mod linked;
mod location;
mod lookup;
mod options;
mod outcome;
mod prepared;
mod registration;
mod registry;
mod retry;
#[cfg(test)]
#[cfg(feature = "inventory")]
mod tests;

pub use self::{
    answer::Answer,
    handed::Listener,
    linked::linked,
    location::Location,
    lookup::NotFound,
    options::{ConsumerArgument, Options},
    outcome::IntoOutcome,
    prepared::{Prepared, Runs, prepared, prepared_with_key},
    registration::{Prepare, Registration, Requires},
    registry::{DuplicateId, Registry},
};
pub(crate) use self::{
    call::Call,
    layers::{ListenerLayer, Resolved, Unfilled, resolve},
    linked::linked_probes,
    lookup::{environment_form, find},
    retry::{LadderKind, RetryLayer},
};
