//! Listeners as data: what the attribute registered, and what configuration made of it.

mod layers;
mod lookup;
mod registration;
mod retry;

pub use self::registration::{Location, Options, Prepare, Prepared};
pub(crate) use self::{
    layers::{ListenerLayer, Resolved, Unfilled, resolve},
    lookup::{NotFound, environment_form, find},
    retry::{LadderKind, RetryLayer},
};
