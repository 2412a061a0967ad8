//! Layer 5: the configuration. One file, then `ACEMQ_…` variables, then code; typed settings or all faults at once.
//!
//! The road of a value: [`format`] reads a file and [`environment`] the variables into a [`tree`] that knows where each
//! value stands; [`sources`] holds each against the [`schema`] ([`fold`]); [`layer`] lays them over each other; [`settings`] makes
//! of the result what the application reads.

mod discover;
mod environment;
mod fold;
mod format;
mod handle;
mod layer;
mod leaf;
mod path;
mod placeholder;
mod read;
mod schema;
mod section;
mod settings;
mod sources;
#[cfg(test)]
mod tests;
mod tree;
mod value;

pub(crate) use self::settings::{Apply, Settings, Startup, StoreKind, StoreSettings, TopologySettings};
pub use self::{handle::Config, value::ConfigValue};
