//! Panics where a value is dropped.

use std::time::Duration;

use acemq::{
    App, BoxFuture, DecodeError, Exhausted, FromDelivery, Incoming, MemoryStore, Recoverer, Recovery,
    prelude::*,
};
use acemq_tests::{Answer, BoxError, Probe, Raw, Rig, block_on, until};
use serde_json::Value;

use crate::listeners::{start, start_app};

/// Panics when it is dropped, as a value whose clean-up fails.
struct Bomb;

impl FromDelivery for Bomb {
    fn from_delivery(_: &Incoming<'_>) -> Result<Self, DecodeError> {
        Ok(Self)
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "the clean-up failed");
    }
}

#[ace_listener(queue = "${queue}", prefetch = 2)]
async fn armed(bomb: Bomb, message: Message<Value>, probe: State<Probe>) -> Result<Ack, BoxError> {
    // Only those that are never called, or dropped half-way, go off.
    let ended = probe.run(&message).await;
    std::mem::forget(bomb);
    ended
}

#[ace_listener(queue = "${queue}", idempotent = "claims")]
async fn armed_and_claiming(
    bomb: Bomb,
    message: Message<Value>,
    probe: State<Probe>,
) -> Result<Ack, BoxError> {
    let ended = probe.run(&message).await;
    std::mem::forget(bomb);
    ended
}

// A handler that is dropped at its timeout and panics while it is has failed like any other: the message has an ending.
#[test]
fn a_panic_while_an_overrun_handler_is_dropped_is_a_failure() {
    block_on(async {
        let rig = Rig::memory("a_panic_while_dropped").await;
        let probe = Probe::new(|_| Answer::Hold);
        let config = rig.config().with("listener.timeout", "50ms");
        let running = start("armed", config, &probe).await;
        rig.publish_numbers([7]).await;
        rig.dead_letter().await;
        drop(running.drain().await);
    });
}

// A duplicate is acked, whatever the arguments of the call that is not made do.
#[test]
fn a_panic_while_the_arguments_of_a_duplicate_are_dropped_changes_nothing() {
    block_on(async {
        let rig = Rig::memory("a_panic_of_a_duplicate").await;
        let probe = Probe::accepting();
        let app = App::new(rig.config()).state(probe.clone()).store("claims", MemoryStore::for_one_day());
        let running = start_app("armed_and_claiming", app).await;
        rig.publish(Raw::number(7).id("seven")).await;
        rig.publish(Raw::number(7).id("seven")).await;
        until("the duplicate is acked", || rig.outcomes("duplicate") == 1).await;
        drop(running.drain().await);
    });
}

/// Never answers, and goes off when it is no longer asked.
struct Armed;

impl Recoverer for Armed {
    fn recover<'a>(&'a self, _: &'a Exhausted<'a>) -> BoxFuture<'a, Result<Recovery, BoxError>> {
        Box::pin(async {
            let _bomb = Bomb;
            std::future::pending().await
        })
    }
}

// A listener that panicked in its drain is begun anew after a second, and what it had to report is lost.
#[tokio::test(start_paused = true)]
async fn a_panic_while_an_overrun_recoverer_is_dropped_leaves_the_drain_as_it_is() {
    let rig = Rig::memory("a_panic_of_a_recoverer").await;
    let probe = Probe::failing("no");
    let config = rig.config().with("listeners.plain.on-exhausted", "armed");
    let app = App::new(config).state(probe.clone()).on_exhausted("armed", Armed);
    let running = start_app("plain", app).await;
    rig.publish(Raw::number(7)).await;
    probe.runs(1).await;
    let begun = tokio::time::Instant::now();
    assert_eq!(running.drain_within(Duration::from_millis(200)).await.abandoned(), 1);
    assert!(begun.elapsed() < Duration::from_millis(500), "{:?}", begun.elapsed());
    assert_eq!(&*rig.collect(&rig.queue, 1).await[0].body, b"7");
}

// What was not started when the link is lost is dropped: a panic of it must not end the listener.
#[test]
fn a_listener_outlives_a_panic_of_what_a_cut_drops() {
    block_on(async {
        let rig = Rig::memory("a_panic_of_what_a_cut_drops").await;
        let probe = Probe::new(|seen| if seen.number() == 0 { Answer::Hold } else { Answer::Accept });
        let running = start("armed", rig.config(), &probe).await;
        rig.publish_numbers([0, 1]).await;
        until("one runs and one waits for it", || {
            probe.count() == 1 && rig.control().unsettled_count(&rig.queue) == Some(2)
        })
        .await;
        rig.control().cut_connections("a test cuts it");
        until("it listens again", || rig.control().unsettled_count(&rig.queue) > Some(0)).await;
        probe.release(Answer::Accept);
        probe.runs(2).await;
        drop(running.drain().await);
    });
}
