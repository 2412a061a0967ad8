//! Listeners as data: what the attribute registered, and what configuration made of it.

mod call;
mod layers;
mod linked;
mod location;
mod lookup;
mod options;
mod outcome;
mod prepared;
mod recoverer;
mod registration;
mod registry;
mod retry;
#[cfg(test)]
mod tests;

pub(crate) use self::call::Call;
pub(crate) use self::{
    layers::{ConsumerArguments, ListenerLayer, Resolved, Unfilled, longest_wait, resolve},
    lookup::{environment_form, find},
    recoverer::NamedRecoverer,
    retry::{LadderKind, RetryLayer},
};
pub use self::{
    linked::linked,
    location::Location,
    lookup::NotFound,
    options::{ConsumerArgument, Options},
    outcome::IntoOutcome,
    prepared::{Prepared, prepared},
    recoverer::{Exhausted, Recoverer, Recovery},
    registration::{Prepare, Registration, Requires},
    registry::{DuplicateId, Registry},
};
