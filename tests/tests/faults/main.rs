//! Thousands of messages with cuts of the link and restarts of the broker on the way: every one ends accepted.
//!
//! These tests disturb everybody who uses the broker, so they have a file of their own and run one by one.
#![cfg(test)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail as tests do"
)]

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use acemq::{App, Running, prelude::*};
use acemq_tests::{Answer, BoxError, Probe, Rig, Seen, Transport, block_on, rabbitmqctl, script};
use serde_json::Value;
use tokio::sync::watch;

/// How long all messages of a test may take.
const ALL: Duration = Duration::from_mins(1);

/// A tenth of the messages fails twice.
#[ace_listener(queue = "${queue}", retry = "fixed(3, 50ms)", concurrency = 4)]
async fn busy(message: Message<Value>, gate: State<Arc<Gate>>, probe: State<Probe>) -> Result<Ack, BoxError> {
    gate.pass().await;
    probe.run(&message).await
}

/// The same with its waits in the broker.
#[ace_listener(queue = "${queue}", retry = "fixed(3, 50ms, wait_in_broker_from = always)", concurrency = 4)]
async fn busy_in_broker(
    message: Message<Value>,
    gate: State<Arc<Gate>>,
    probe: State<Probe>,
) -> Result<Ack, BoxError> {
    gate.pass().await;
    probe.run(&message).await
}

/// Lets so many runs through and holds the others inside their handlers: a cut then falls into the midst of work,
/// however long the command for it takes.
struct Gate {
    open_to: watch::Sender<usize>,
    came: AtomicUsize,
}

impl Gate {
    fn new() -> Arc<Self> {
        Arc::new(Self { open_to: watch::Sender::new(0), came: AtomicUsize::new(0) })
    }

    async fn pass(&self) {
        let number = self.came.fetch_add(1, Ordering::SeqCst);
        let mut open_to = self.open_to.subscribe();
        // The sender lives as long as the gate does.
        drop(open_to.wait_for(|open_to| number < *open_to).await);
    }

    fn open_to(&self, runs: usize) {
        self.open_to.send_replace(runs);
    }
}

/// One test at a time has the broker.
fn alone() -> MutexGuard<'static, ()> {
    static BROKER: Mutex<()> = Mutex::new(());
    BROKER.lock().unwrap_or_else(PoisonError::into_inner)
}

fn a_tenth_fails_twice() -> Probe {
    Probe::new(|seen| if succeeds(seen) { Answer::Accept } else { Answer::Fail("not yet") })
}

fn succeeds(seen: &Seen) -> bool {
    !seen.number().is_multiple_of(10) || seen.attempt == 3
}

async fn start(rig: &Rig, listener: &str, gate: &Arc<Gate>, probe: &Probe) -> Running {
    let app = App::new(rig.config()).state(probe.clone()).state(Arc::clone(gate)).only(&[listener]);
    app.start().await.unwrap_or_else(|error| panic!("{error}"))
}

/// Publishes all numbers, cuts when so many runs have begun, and expects every number to end accepted.
async fn all_end_accepted(rig: &Rig, listener: &str, count: usize, cuts: &[(usize, &dyn Fn())]) {
    let probe = a_tenth_fails_twice();
    let gate = Gate::new();
    let running = start(rig, listener, &gate, &probe).await;
    let publisher = running.mq().publisher("", &rig.queue);
    let numbers: Vec<u64> = (0..count as u64).collect();
    publisher.send_all(&numbers).await.expect("all of them");
    for (after, cut) in cuts {
        gate.open_to(*after);
        probe.wait_until(ALL, |seen| seen.len() == *after).await;
        tokio::task::block_in_place(cut);
    }
    gate.open_to(usize::MAX);
    let seen = probe.wait_until(ALL, |seen| seen.iter().filter(|seen| succeeds(seen)).count() >= count).await;
    let mut accepted: BTreeMap<u64, usize> = BTreeMap::new();
    for number in seen.iter().filter(|seen| succeeds(seen)).map(Seen::number) {
        *accepted.entry(number).or_default() += 1;
    }
    // A cut may double a message whose process or link died in between, and may lose none.
    let all = |seen: &Vec<Seen>| {
        let mut ended = vec![false; count];
        for seen in seen.iter().filter(|seen| succeeds(seen)) {
            ended[usize::try_from(seen.number()).expect("small")] = true;
        }
        ended.into_iter().all(|ended| ended)
    };
    probe.wait_until(ALL, all).await;
    let doubled = accepted.values().filter(|times| **times > 1).count();
    println!("{listener} on {:?}: {count} accepted, {doubled} of them twice", rig.transport);
    assert!(running.drain().await.is_clean());
    for queue in [rig.queue.clone(), rig.named("dlq"), rig.named("parked")] {
        rig.expect_empty(&queue).await;
    }
    if cuts.is_empty() || rig.transport == Transport::Memory {
        assert_eq!(doubled, 0);
    }
}

fn close_all() {
    rabbitmqctl(&["close_all_connections", "a test closes it"]);
}

#[test]
fn five_thousand_messages_end_accepted_on_memory_with_two_cuts() {
    block_on(async {
        let rig = Rig::memory("five_thousand").await;
        let cut = || rig.control().cut_connections("a test cuts it");
        all_end_accepted(&rig, "busy", 5_000, &[(1_000, &cut), (3_000, &cut)]).await;
    });
}

#[test]
fn five_thousand_messages_end_accepted_on_rabbitmq_with_the_connections_closed_twice() {
    let _alone = alone();
    block_on(async {
        let rig = Rig::rabbitmq("five_thousand").await;
        all_end_accepted(&rig, "busy", 5_000, &[(1_000, &close_all), (3_000, &close_all)]).await;
    });
}

#[test]
fn waits_in_the_broker_survive_closed_connections() {
    let _alone = alone();
    block_on(async {
        let rig = Rig::rabbitmq("waits_in_the_broker").await;
        all_end_accepted(&rig, "busy_in_broker", 1_000, &[(300, &close_all), (700, &close_all)]).await;
    });
}

#[test]
fn a_thousand_messages_end_accepted_when_the_broker_restarts() {
    let _alone = alone();
    block_on(async {
        let rig = Rig::rabbitmq("a_restart_of_the_broker").await;
        all_end_accepted(&rig, "busy", 1_000, &[(300, &|| script("RESTART"))]).await;
    });
}
