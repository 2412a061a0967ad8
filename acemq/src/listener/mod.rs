//! Listeners as data: what the attribute registered, and what configuration made of it.

mod answer;
mod contained;
mod layers;
mod linked;
mod location;
mod lookup;
mod options;
mod outcome;
mod prepared;
mod recoverer;
mod reference;
mod registration;
mod registry;
mod retry;
#[cfg(test)]
#[cfg(feature = "inventory")]
mod tests;

pub use self::{
    answer::Answer,
    linked::linked,
    location::Location,
    lookup::NotFound,
    options::{ConsumerArgument, Options},
    outcome::IntoOutcome,
    prepared::{Prepared, Runs, prepared, prepared_with_key},
    recoverer::{Exhausted, Recoverer, Recovery},
    reference::Listener,
    registration::{Prepare, Registration, Requires},
    registry::{DuplicateId, Registry},
};
pub(crate) use self::{
    contained::{Call, Contained},
    layers::{ConsumerArguments, ListenerLayer, Resolved, Unfilled, is_own_queue, longest_wait, resolve},
    linked::linked_probes,
    lookup::{environment_form, find},
    recoverer::NamedRecoverer,
    retry::{LadderKind, RetryLayer},
};
