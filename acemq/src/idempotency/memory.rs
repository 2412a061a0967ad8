//! The store that lives in this process: bounded by age and by size, gone with the process.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::{Claim, IdempotencyStore, StoreError, taken_over};
use crate::{broker::BoxFuture, message::Clock, telemetry};

/// Entries held unless [`capacity`](MemoryStore::capacity) says otherwise.
const DEFAULT_CAPACITY: usize = 100_000;

/// Retention of [`for_one_day`](MemoryStore::for_one_day).
const ONE_DAY: Duration = Duration::from_hours(24);

/// A lease or retention beyond what the clock can count ends after this, which is for ever to a process.
const FOR_EVER: Duration = Duration::from_hours(100 * 365 * 24);

/// Claims and finished work, held in memory.
///
/// It holds at most [`capacity`](Self::capacity) entries. One more drops what has expired, else the work that was done
/// longest ago, and a claim that is still held only when there is nothing else; [`evictions`](Self::evictions) counts what
/// was dropped before its time. Another process does not see it, and a restart forgets it.
///
/// # Examples
///
/// ```
/// use acemq::MemoryStore;
/// use std::time::Duration;
///
/// let store = MemoryStore::new(Duration::from_hours(1)).capacity(10_000);
/// assert_eq!(store.evictions(), 0);
/// ```
pub struct MemoryStore {
    retention: Duration,
    capacity: usize,
    clock: Clock,
    // Held for one operation on the maps and never across an await.
    entries: Mutex<Entries>,
}

impl MemoryStore {
    /// A store that remembers finished work for one day.
    pub fn for_one_day() -> Self {
        Self::new(ONE_DAY)
    }

    /// A store that remembers finished work for this long.
    pub fn new(retention: Duration) -> Self {
        Self { retention, capacity: DEFAULT_CAPACITY, clock: Clock::start(), entries: Mutex::default() }
    }

    /// Holds at most this many entries, 100,000 unless set; 0 is read as 1.
    #[must_use]
    pub fn capacity(mut self, entries: usize) -> Self {
        self.capacity = entries.max(1);
        self
    }

    /// How many entries were dropped before their time, because the store was full.
    pub fn evictions(&self) -> u64 {
        self.with(|entries, _| entries.evictions)
    }

    fn with<T>(&self, work: impl FnOnce(&mut Entries, Instant) -> T) -> T {
        // No operation panics half-way, so what a poisoned lock guards is whole.
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut entries, self.clock.instant())
    }

    fn claim_now(&self, key: &str, owner: &str, lease: Duration) -> Claim {
        let (claim, evicted) = self.with(|entries, now| {
            match entries.by_key.get(key) {
                Some(entry) if entry.expires > now => return (entry.state.answer(), 0),
                Some(_) | None => {}
            }
            entries.put(key, State::Claimed, owner, later(now, lease));
            (Claim::Fresh, entries.shrink_to(self.capacity, now))
        });
        count(evicted);
        claim
    }

    fn confirm_now(&self, key: &str, owner: &str) -> Result<(), StoreError> {
        let evicted = self.with(|entries, now| {
            match entries.by_key.get(key) {
                Some(entry) if entry.state == State::Claimed && *entry.owner != *owner => {
                    return Err(taken_over(key));
                }
                Some(_) | None => {}
            }
            entries.put(key, State::Confirmed, owner, later(now, self.retention));
            Ok(entries.shrink_to(self.capacity, now))
        })?;
        count(evicted);
        Ok(())
    }

    fn release_now(&self, key: &str, owner: &str) {
        self.with(|entries, _| match entries.by_key.get(key) {
            Some(entry) if entry.state == State::Claimed && *entry.owner == *owner => entries.remove(key),
            Some(_) | None => {}
        });
    }
}

impl IdempotencyStore for MemoryStore {
    fn claim<'a>(
        &'a self,
        key: &'a str,
        owner: &'a str,
        lease: Duration,
    ) -> BoxFuture<'a, Result<Claim, StoreError>> {
        Box::pin(async move { Ok(self.claim_now(key, owner, lease)) })
    }

    fn confirm<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move { self.confirm_now(key, owner) })
    }

    fn release<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.release_now(key, owner);
            Ok(())
        })
    }

    fn purge_expired(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async move { Ok(self.with(Entries::purge)) })
    }
}

impl std::fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryStore")
            .field("retention", &self.retention)
            .field("capacity", &self.capacity)
            .finish_non_exhaustive()
    }
}

fn later(now: Instant, wait: Duration) -> Instant {
    now.checked_add(wait).unwrap_or(now + FOR_EVER)
}

fn count(evicted: u64) {
    if evicted > 0 {
        telemetry::evictions(evicted);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Claimed,
    Confirmed,
}

impl State {
    fn answer(self) -> Claim {
        match self {
            Self::Claimed => Claim::InProgress,
            Self::Confirmed => Claim::Duplicate,
        }
    }
}

struct Entry {
    state: State,
    owner: Box<str>,
    expires: Instant,
    /// Tells entries apart that expire at one instant.
    number: u64,
}

/// Keys in the order in which they expire.
type ByExpiry = BTreeMap<(Instant, u64), Arc<str>>;

#[derive(Default)]
struct Entries {
    by_key: HashMap<Arc<str>, Entry>,
    claimed: ByExpiry,
    /// All have the same retention, so that what expires first was done longest ago.
    confirmed: ByExpiry,
    next_number: u64,
    evictions: u64,
}

impl Entries {
    fn put(&mut self, key: &str, state: State, owner: &str, expires: Instant) {
        self.remove(key);
        let key: Arc<str> = key.into();
        let number = self.next_number;
        self.next_number += 1;
        self.order(state).insert((expires, number), Arc::clone(&key));
        self.by_key.insert(key, Entry { state, owner: owner.into(), expires, number });
    }

    fn remove(&mut self, key: &str) {
        if let Some(entry) = self.by_key.remove(key) {
            self.order(entry.state).remove(&(entry.expires, entry.number));
        }
    }

    fn order(&mut self, state: State) -> &mut ByExpiry {
        match state {
            State::Claimed => &mut self.claimed,
            State::Confirmed => &mut self.confirmed,
        }
    }

    /// Drops entries until so many are left; answers how many of them had not expired.
    fn shrink_to(&mut self, capacity: usize, now: Instant) -> u64 {
        let mut evicted = 0;
        while self.by_key.len() > capacity {
            let expired = first_expired(&self.confirmed, now).or_else(|| first_expired(&self.claimed, now));
            let key = expired.or_else(|| {
                evicted += 1;
                self.confirmed.values().chain(self.claimed.values()).next().cloned()
            });
            let Some(key) = key else { break };
            self.remove(&key);
        }
        self.evictions += evicted;
        evicted
    }

    fn purge(&mut self, now: Instant) -> u64 {
        let mut purged = 0;
        while let Some(key) =
            first_expired(&self.confirmed, now).or_else(|| first_expired(&self.claimed, now))
        {
            self.remove(&key);
            purged += 1;
        }
        purged
    }
}

fn first_expired(order: &ByExpiry, now: Instant) -> Option<Arc<str>> {
    order.iter().next().filter(|((expires, _), _)| *expires <= now).map(|(_, key)| Arc::clone(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEASE: Duration = Duration::from_secs(30);

    async fn claim(store: &MemoryStore, key: &str) -> Claim {
        store.claim(key, "owner", LEASE).await.expect("the memory is there")
    }

    async fn done(store: &MemoryStore, key: &str) {
        assert_eq!(claim(store, key).await, Claim::Fresh, "{key}");
        store.confirm(key, "owner").await.expect("its own claim");
    }

    #[tokio::test(start_paused = true)]
    async fn one_day_is_remembered_and_not_a_moment_more() {
        let store = MemoryStore::for_one_day();
        done(&store, "a").await;
        tokio::time::advance(Duration::from_millis(86_399_999)).await;
        assert_eq!(claim(&store, "a").await, Claim::Duplicate);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(claim(&store, "a").await, Claim::Fresh);
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_store_drops_what_was_done_longest_ago_and_counts_it() {
        let store = MemoryStore::for_one_day().capacity(3);
        for key in ["a", "b", "c", "d", "e"] {
            done(&store, key).await;
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert_eq!(store.evictions(), 2);
        assert_eq!(claim(&store, "c").await, Claim::Duplicate);
        assert_eq!(claim(&store, "a").await, Claim::Fresh);
    }

    #[tokio::test(start_paused = true)]
    async fn a_claim_that_is_held_outlives_finished_work() {
        let store = MemoryStore::for_one_day().capacity(2);
        assert_eq!(claim(&store, "held").await, Claim::Fresh);
        done(&store, "a").await;
        done(&store, "b").await;
        assert_eq!(claim(&store, "held").await, Claim::InProgress);
        assert_eq!(store.evictions(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn what_has_expired_goes_first_and_is_no_eviction() {
        let store = MemoryStore::for_one_day().capacity(2);
        done(&store, "a").await;
        assert_eq!(claim(&store, "abandoned").await, Claim::Fresh);
        tokio::time::advance(LEASE).await;
        done(&store, "b").await;
        assert_eq!(store.evictions(), 0);
        assert_eq!(claim(&store, "a").await, Claim::Duplicate);
    }

    #[tokio::test(start_paused = true)]
    async fn with_nothing_but_claims_the_one_that_ends_first_goes() {
        let store = MemoryStore::for_one_day().capacity(2);
        for key in ["a", "b", "c"] {
            assert_eq!(claim(&store, key).await, Claim::Fresh);
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert_eq!(store.evictions(), 1);
        assert_eq!(claim(&store, "b").await, Claim::InProgress);
        assert_eq!(claim(&store, "a").await, Claim::Fresh);
    }

    #[tokio::test]
    async fn a_lease_that_no_clock_can_count_is_for_ever() {
        let store = MemoryStore::new(Duration::MAX);
        assert_eq!(store.claim("a", "owner", Duration::MAX).await, Ok(Claim::Fresh));
        assert_eq!(store.confirm("a", "owner").await, Ok(()));
        assert_eq!(claim(&store, "a").await, Claim::Duplicate);
    }

    #[tokio::test(start_paused = true)]
    async fn memory_passes_the_suite_of_all_stores() {
        super::super::suite::run(async |retention| MemoryStore::new(retention)).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn memory_passes_the_suite_on_many_threads() {
        super::super::suite::run(async |retention| MemoryStore::new(retention)).await;
    }
}
