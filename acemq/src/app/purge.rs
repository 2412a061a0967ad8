//! What has expired in a store is deleted now and then, never on the way of a message.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use tokio::task::JoinSet;

use super::stores::Opened;
use crate::idempotency::IdempotencyStore;

/// A store is looked through so many times in one retention.
const TIMES: u32 = 24;
/// With the jitter taken off it is a minute.
const SHORTEST: Duration = Duration::from_secs(75);
const LONGEST: Duration = Duration::from_hours(1);

/// Begins to purge each of the stores. Dropping the set ends it, in the midst of a purge too: what that leaves behind is
/// found by the next.
pub(super) fn start(stores: &BTreeMap<String, Opened>) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    for (name, opened) in stores {
        tasks.spawn(purge_for_ever(name.clone(), Arc::clone(&opened.store), opened.retention));
    }
    tasks
}

/// Ends when it is dropped.
async fn purge_for_ever(name: String, store: Arc<dyn IdempotencyStore>, retention: Duration) {
    loop {
        tokio::time::sleep(pause(retention, fastrand::f64())).await;
        match store.purge_expired().await {
            Ok(purged) => tracing::debug!(store = name, purged, "expired claims were deleted"),
            // The next purge tries again; until then an expired row costs room and nothing else.
            Err(error) => tracing::warn!(store = name, %error, "expired claims could not be deleted"),
        }
    }
}

/// The time between two purges; `random` is from 0 to 1 and takes up to a fifth off, so that processes that started
/// together do not purge together.
fn pause(retention: Duration, random: f64) -> Duration {
    (retention / TIMES).clamp(SHORTEST, LONGEST).mul_f64(1.0 - random / 5.0)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::{
        broker::BoxFuture,
        idempotency::{Claim, Scope, StoreError},
    };

    /// Counts how often it was purged, and fails the first time.
    #[derive(Debug, Default)]
    struct Counting(AtomicU32);

    impl IdempotencyStore for Counting {
        fn claim<'a>(
            &'a self,
            _: &'a str,
            _: &'a str,
            _: Duration,
        ) -> BoxFuture<'a, Result<Claim, StoreError>> {
            Box::pin(std::future::ready(Ok(Claim::Fresh)))
        }

        fn confirm<'a>(&'a self, _: &'a str, _: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
            Box::pin(std::future::ready(Ok(())))
        }

        fn release<'a>(&'a self, _: &'a str, _: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
            Box::pin(std::future::ready(Ok(())))
        }

        fn purge_expired(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
            let before = self.0.fetch_add(1, Ordering::SeqCst);
            let answer = if before == 0 { Err(StoreError::new("away")) } else { Ok(1) };
            Box::pin(std::future::ready(answer))
        }
    }

    #[test]
    fn a_pause_is_a_part_of_the_retention_from_a_minute_to_an_hour() {
        let minutes =
            |retention: u64, random| pause(Duration::from_mins(retention), random).as_secs_f64() / 60.0;
        let near =
            |seen: f64, expected: f64| assert!((seen - expected).abs() < 0.001, "{seen} is not {expected}");
        near(minutes(240, 0.0), 10.0);
        near(minutes(240, 0.5), 9.0);
        near(minutes(240, 1.0), 8.0);
        near(minutes(1, 1.0), 1.0);
        near(minutes(100_000, 1.0), 48.0);
        assert_eq!(pause(Duration::MAX, 0.0), LONGEST);
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_is_purged_again_and_again_until_the_set_is_dropped() {
        let store = Arc::new(Counting::default());
        let opened = Opened {
            store: Arc::clone(&store) as Arc<dyn IdempotencyStore>,
            scope: Scope::Queue,
            lease: Duration::from_secs(30),
            retention: Duration::from_hours(4),
        };
        let purged = || store.0.load(Ordering::SeqCst);
        let tasks = start(&BTreeMap::from([("db".to_owned(), opened)]));
        tokio::time::sleep(Duration::from_mins(7)).await;
        assert_eq!(purged(), 0);
        tokio::time::sleep(Duration::from_hours(1)).await;
        assert!((4..=8).contains(&purged()), "a failure does not end it: {}", purged());
        drop(tasks);
        let so_far = purged();
        tokio::time::sleep(Duration::from_hours(4)).await;
        assert_eq!(purged(), so_far);
    }
}
