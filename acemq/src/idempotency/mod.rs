//! The seam to a store of handled messages.

use std::{fmt::Debug, time::Duration};

use crate::broker::BoxFuture;

/// What a store answers to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
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
/// `owner` fences: only the owner of a claim may confirm or release it.
pub trait IdempotencyStore: Debug + Send + Sync + 'static {
    /// Reserves a key for `lease`. Takes over a row only when it has expired.
    fn claim<'a>(
        &'a self,
        key: &'a str,
        owner: &'a str,
        lease: Duration,
    ) -> BoxFuture<'a, Result<Claim, StoreError>>;
    /// Marks the work as done, for the store's retention. Inserts a confirmed row when none matched.
    fn confirm<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>>;
    /// Gives one's own claim back.
    fn release<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>>;
    /// Deletes what has expired; answers how many. Never called on the way of a message.
    fn purge_expired(&self) -> BoxFuture<'_, Result<u64, StoreError>>;
}
