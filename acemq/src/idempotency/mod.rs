//! The seam to a store of handled messages, and the store that lives in this process.

mod key;
mod memory;
pub mod suite;

use std::{fmt::Debug, time::Duration};

pub(crate) use self::key::{Scope, claim_key};
pub use self::memory::MemoryStore;
use crate::broker::BoxFuture;

/// What a store answers to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub enum Claim {
    /// The key is ours until the lease ends.
    Fresh,
    /// The work was done before.
    Duplicate,
    /// Somebody else holds the key.
    InProgress,
}

/// A store failed; the attempt fails with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StoreError(String);

impl StoreError {
    /// An error with this text.
    pub fn new(text: impl std::fmt::Display) -> Self {
        Self(text.to_string())
    }
}

/// A store of claims (wire contract §6): claim, then handle, then confirm, or release on any other ending.
///
/// `owner` fences: only the owner of a claim may confirm or release it. An owner is at most 64 bytes long and names one
/// attempt, a key is at most 255 bytes long.
pub trait IdempotencyStore: Debug + Send + Sync + 'static {
    /// Reserves a key for `lease`. Takes over a row only when it has expired.
    ///
    /// Of any number of claims at one instant exactly one is [`Claim::Fresh`].
    ///
    /// # Errors
    ///
    /// The store cannot be reached or refuses; nothing is known of the key then.
    fn claim<'a>(
        &'a self,
        key: &'a str,
        owner: &'a str,
        lease: Duration,
    ) -> BoxFuture<'a, Result<Claim, StoreError>>;
    /// Marks the work as done, for the store's retention. Inserts a confirmed row when none matched.
    ///
    /// # Errors
    ///
    /// The store cannot be reached or refuses, or another owner has taken the claim over.
    fn confirm<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>>;
    /// Gives one's own claim back. A claim of another owner and work that is done stay as they are.
    ///
    /// # Errors
    ///
    /// The store cannot be reached or refuses; the claim then ends with its lease.
    fn release<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>>;
    /// Deletes what has expired; answers how many. Never called on the way of a message.
    ///
    /// # Errors
    ///
    /// The store cannot be reached or refuses.
    fn purge_expired(&self) -> BoxFuture<'_, Result<u64, StoreError>>;
}

/// What a store says to an owner whose claim is somebody else's by now.
pub(crate) fn taken_over(key: &str) -> StoreError {
    StoreError::new(format_args!("the lease on `{key}` ran out and another delivery has taken it over"))
}
