//! Listeners with a store: a message is handled once, by what the store says and not by luck.

use std::time::Duration;

use acemq::{App, BoxFuture, Claim, IdempotencyStore, MemoryStore, Running, StoreError};
use acemq_tests::{Probe, Raw, Rig, journey};

use crate::listeners::finish;

async fn start(rig: &Rig, probe: &Probe, store: impl IdempotencyStore) -> Running {
    let app = App::new(rig.config()).state(probe.clone()).store("claims", store).only(&["claiming"]);
    app.start().await.unwrap_or_else(|error| panic!("{error}"))
}

journey! {
    async fn five_copies_of_one_id_are_one_run(rig: Rig) {
        let probe = Probe::accepting();
        let running = start(&rig, &probe, MemoryStore::for_one_day()).await;
        for _ in 0..5 {
            rig.publish(Raw::number(7).id("seven")).await;
        }
        rig.publish(Raw::number(8).id("eight")).await;
        probe.runs(2).await;
        finish(running).await;
        assert_eq!(probe.so_far().iter().map(acemq_tests::Seen::number).collect::<Vec<_>>(), [7, 8]);
        assert_eq!((rig.outcomes("acked"), rig.outcomes("duplicate"), rig.deliveries()), (2, 4, 6));
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn five_copies_of_one_id_are_one_run_with_a_store_in_a_file(rig: Rig) {
        let file = std::env::temp_dir().join(format!("{}.db", rig.queue));
        let config = rig
            .config()
            .with("stores.claims.kind", "sqlite")
            .with("stores.claims.url", format!("sqlite:{}", file.display()));
        let probe = Probe::accepting();
        let running = crate::listeners::start("claiming", config, &probe).await;
        for _ in 0..5 {
            rig.publish(Raw::number(7).id("seven")).await;
        }
        rig.publish(Raw::number(8).id("eight")).await;
        probe.runs(2).await;
        finish(running).await;
        assert_eq!((rig.outcomes("acked"), rig.outcomes("duplicate"), probe.count()), (2, 4, 2));
        for suffix in ["", "-wal", "-shm"] {
            // What SQLite did not leave behind need not be removed.
            drop(std::fs::remove_file(format!("{}{suffix}", file.display())));
        }
    }
}

journey! {
    async fn a_failed_attempt_gives_its_claim_back(rig: Rig) {
        let probe = Probe::by_attempt(|attempt| match attempt {
            1 => acemq_tests::Answer::Fail("not yet"),
            _ => acemq_tests::Answer::Accept,
        });
        let config = rig.config().with("listeners.claiming.retry", "fixed(3, 20ms)");
        let app = App::new(config).state(probe.clone()).store("claims", MemoryStore::for_one_day());
        let running = app.only(&["claiming"]).start().await.unwrap_or_else(|error| panic!("{error}"));
        rig.publish(Raw::number(7).id("seven")).await;
        probe.runs(2).await;
        finish(running).await;
        assert_eq!((rig.outcomes("retried"), rig.outcomes("acked"), rig.deliveries()), (1, 1, 2));
    }
}

journey! {
    async fn a_claim_held_elsewhere_is_put_back_and_runs_later(rig: Rig) {
        let store = MemoryStore::for_one_day();
        // As another process that died a moment ago: it holds the claim until its lease ends.
        let key = format!("{}/seven", rig.queue);
        let claim = store.claim(&key, "another process", Duration::from_secs(2)).await;
        assert_eq!(claim, Ok(Claim::Fresh));
        let probe = Probe::accepting();
        let running = start(&rig, &probe, store).await;
        let begun = std::time::Instant::now();
        rig.publish(Raw::number(7).id("seven")).await;
        let seen = probe.runs(1).await.remove(0);
        assert_eq!(seen.attempt, 1, "waiting for a claim is no attempt");
        let waited = seen.at - begun;
        assert!(waited >= Duration::from_secs(5), "after {waited:?}");
        finish(running).await;
        assert_eq!((rig.outcomes("in_progress"), rig.outcomes("acked")), (1, 1));
    }
}

journey! {
    async fn a_failing_store_is_a_failed_attempt(rig: Rig) {
        let probe = Probe::accepting();
        let running = start(&rig, &probe, Broken).await;
        rig.publish(Raw::number(7).id("seven")).await;
        let dead = rig.dead_letter().await;
        let reason = dead.headers["x-acemq-error"].as_text();
        assert_eq!(reason, Some("exhausted 1 attempt: idempotency store: the disk is full"));
        finish(running).await;
        assert_eq!(probe.count(), 0, "never run unclaimed");
    }
}

/// A store that is there and does not work.
#[derive(Debug)]
struct Broken;

impl Broken {
    fn fails<'a, T: Send + 'a>() -> BoxFuture<'a, Result<T, StoreError>> {
        Box::pin(async { Err(StoreError::new("the disk is full")) })
    }
}

impl IdempotencyStore for Broken {
    fn claim<'a>(
        &'a self,
        _key: &'a str,
        _owner: &'a str,
        _lease: Duration,
    ) -> BoxFuture<'a, Result<Claim, StoreError>> {
        Self::fails()
    }

    fn confirm<'a>(&'a self, _key: &'a str, _owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Self::fails()
    }

    fn release<'a>(&'a self, _key: &'a str, _owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Self::fails()
    }

    fn purge_expired(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        Self::fails()
    }
}
