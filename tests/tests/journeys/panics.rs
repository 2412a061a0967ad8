//! A panic is a failure like any other, and takes nothing with it.

use std::time::Duration;

use acemq::{__testing::BoxFuture, App, Claim, IdempotencyStore, MemoryStore, StoreError, prelude::*};
use acemq_tests::{Answer, Probe, Raw, journey, until};
use serde::{Deserialize, Deserializer};

use crate::listeners::{finish, start};

/// A payload whose `Deserialize` panics on the number 13.
struct Unlucky;

impl<'de> Deserialize<'de> for Unlucky {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u64::deserialize(deserializer)?;
        assert_ne!(number, 13, "thirteen");
        Ok(Self)
    }
}

#[ace_listener(queue = "${queue}", retry = "fixed(3, 10ms)")]
async fn unlucky(_payload: Unlucky) {}

journey! {
    async fn a_panicking_handler_fails_and_walks_the_ladder(rig: Rig) {
        let probe = Probe::new(|seen| match seen.number() {
            13 => Answer::Panic("thirteen!"),
            _ => Answer::Accept,
        });
        let running = start("laddered", rig.config(), &probe).await;
        rig.publish_numbers([13, 14]).await;
        let dead = rig.dead_letter().await;
        let reason = dead.headers["x-acemq-error"].as_text().expect("a reason");
        assert_eq!(reason, "exhausted 3 attempts: panicked: thirteen!");
        probe.runs(4).await;
        finish(running).await;
        assert_eq!((rig.outcomes("acked"), rig.outcomes("retried")), (1, 2));
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn a_panic_while_decoding_parks_the_message(rig: Rig) {
        let running = App::new(rig.config()).only(&["unlucky"]).start().await;
        let running = running.unwrap_or_else(|error| panic!("{error}"));
        // Its neighbour has started before it is read, and the drain waits for what runs.
        rig.publish_numbers([14, 13]).await;
        let parked = rig.parked().await;
        let reason = parked.headers["x-acemq-error"].as_text().expect("a reason");
        assert!(reason.starts_with("could not be decoded: panicked: "), "{reason}");
        assert!(reason.contains("thirteen"), "{reason}");
        finish(running).await;
        assert_eq!((rig.outcomes("parked"), rig.outcomes("acked"), rig.deliveries()), (1, 1, 2));
    }
}

/// A store that panics on one key.
#[derive(Debug)]
struct Panicky(MemoryStore);

impl IdempotencyStore for Panicky {
    fn claim<'a>(
        &'a self,
        key: &'a str,
        owner: &'a str,
        lease: Duration,
    ) -> BoxFuture<'a, Result<Claim, StoreError>> {
        Box::pin(async move {
            assert!(!key.ends_with("zero"), "the store fell over");
            self.0.claim(key, owner, lease).await
        })
    }

    fn confirm<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            assert!(!key.ends_with("one"), "the store fell over");
            self.0.confirm(key, owner).await
        })
    }

    fn release<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        self.0.release(key, owner)
    }

    fn purge_expired(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.0.purge_expired()
    }
}

journey! {
    async fn a_store_that_panics_costs_no_delivery(rig: Rig) {
        let probe = Probe::accepting();
        let store = Panicky(MemoryStore::for_one_day());
        let app = App::new(rig.config()).state(probe.clone()).store("claims", store).only(&["claiming"]);
        let running = app.start().await.unwrap_or_else(|error| panic!("{error}"));
        for (number, id) in [(0, "zero"), (1, "one"), (2, "two")] {
            rig.publish(Raw::number(number).id(id)).await;
        }
        let dead = rig.dead_letter().await;
        let reason = dead.headers["x-acemq-error"].as_text().expect("a reason");
        assert_eq!(reason, "exhausted 1 attempt: panicked: the store fell over");
        probe.runs(2).await;
        finish(running).await;
        assert_eq!((probe.count(), rig.outcomes("acked")), (2, 2), "what was accepted stays accepted");
        rig.expect_empty(&rig.queue).await;
    }
}

/// A panic's payload that panics itself when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "the payload of a panic panics");
    }
}

#[ace_listener(queue = "${queue}")]
async fn bombed(number: u64) {
    if number == 0 {
        std::panic::panic_any(Bomb);
    }
}

journey! {
    async fn a_payload_that_panics_takes_nothing_with_it(rig: Rig) {
        let probe = Probe::accepting();
        let running = start("bombed", rig.config(), &probe).await;
        rig.publish_numbers(0..3).await;
        let dead = rig.dead_letter().await;
        let reason = dead.headers["x-acemq-error"].as_text().expect("a reason");
        assert_eq!(reason, "exhausted 1 attempt: panicked: the panic carries no text");
        until("the others are done", || rig.outcomes("acked") == 2).await;
        finish(running).await;
        rig.expect_empty(&rig.queue).await;
    }
}
