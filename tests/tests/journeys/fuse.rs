//! The crash fuse: what kills the process is parked, and what was in hand beside it is not. A process dies here by dropping
//! its application in the middle of a handler; `crash` does it with real ones.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use acemq::{App, BoxFuture, Claim, Config, IdempotencyStore, MemoryStore, Running, StoreError, prelude::*};
use acemq_tests::{Answer, Probe, Raw, Rig, Seen, journey, until};

use crate::listeners::{finish, start};

async fn quorum_queue(rig: &Rig, name: &str) {
    rig.declare_queue(name, &[("x-queue-type", "quorum".into())]).await;
}

/// Starts a process that dies over message 0 and accepts all others; answers what it accepted before. What is left is back
/// in the queue then.
async fn die(rig: &Rig, config: Config, messages: u64) -> Vec<u64> {
    let probe = Probe::new(|seen| if seen.number() == 0 { Answer::Hold } else { Answer::Accept });
    let running = start("plain", config, &probe).await;
    let dies = |seen: &Vec<Seen>| seen.iter().any(|seen| seen.number() == 0);
    let mut seen = numbers(&probe.wait_until(Duration::from_secs(10), dies).await);
    assert_eq!(seen.pop(), Some(0));
    drop(running);
    rig.until_ready(&rig.queue, messages - seen.len() as u64).await;
    seen
}

fn numbers(seen: &[Seen]) -> Vec<u64> {
    seen.iter().map(Seen::number).collect()
}

journey! {
    async fn a_message_that_came_back_ten_times_is_parked_and_its_neighbours_run(rig: Rig) {
        quorum_queue(&rig, &rig.queue).await;
        rig.publish_numbers(0..5).await;
        let mut done = Vec::new();
        for _ in 0..10 {
            done.extend(die(&rig, rig.config(), 5 - done.len() as u64).await);
        }
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        let parked = rig.parked().await;
        finish(running).await;
        done.extend(numbers(&probe.so_far()));
        assert_eq!(done, [1, 2, 3, 4], "each once, in their order, and the killer never again");
        assert_eq!(&*parked.body, b"0");
        let reason = parked.headers["x-acemq-error"].as_text();
        assert_eq!(reason, Some("redelivered 10 times without an outcome"));
        assert_eq!(parked.headers["x-acemq-attempt"].as_integer(), Some(1));
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn under_requeue_on_failure_a_message_may_come_back_as_often_as_it_likes(rig: Rig) {
        quorum_queue(&rig, &rig.queue).await;
        rig.publish_numbers([0]).await;
        let config =
            || rig.config().with("listener.max-redeliveries", 1).with("listener.requeue-on-failure", true);
        for _ in 0..3 {
            die(&rig, config(), 1).await;
        }
    }
}

journey! {
    async fn a_forged_count_on_a_first_delivery_is_ignored(rig: Rig) {
        quorum_queue(&rig, &rig.queue).await;
        rig.publish(Raw::number(0).id("forged").header("x-delivery-count", 50)).await;
        die(&rig, rig.config(), 1).await;
        // Come back once, it has the broker's count.
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        assert_eq!(numbers(&probe.runs(1).await), [0]);
        finish(running).await;
        rig.expect_empty(&rig.named("parked")).await;
    }
}

/// Twelve processes that end in order, each with a full window and none of its messages done: of twenty, which share what is
/// counted, and of one alone.
async fn twelve_drains(rig: &Rig, drain: impl AsyncFn(Running, &Probe)) {
    quorum_queue(rig, &rig.queue).await;
    for messages in [20, 1] {
        twelve_drains_of(rig, messages, &drain).await;
    }
}

async fn twelve_drains_of(rig: &Rig, messages: u64, drain: &impl AsyncFn(Running, &Probe)) {
    let script = || {
        let is_first = AtomicBool::new(true);
        move |_: &Seen| {
            let is_first = is_first.swap(false, Ordering::Relaxed);
            if is_first { Answer::Hold } else { Answer::Say(Ack::release()) }
        }
    };
    let config = || rig.config().with("listener.prefetch", 20);
    rig.publish_numbers(0..messages).await;
    for _ in 0..12 {
        let probe = Probe::new(script());
        let running = start("plain", config(), &probe).await;
        probe.runs(1).await;
        drain(running, &probe).await;
        rig.until_ready(&rig.queue, messages).await;
    }
    let probe = Probe::accepting();
    let running = start("plain", config(), &probe).await;
    let mut seen = numbers(&probe.runs(usize::try_from(messages).expect("few")).await);
    finish(running).await;
    seen.sort_unstable();
    assert_eq!(seen, (0..messages).collect::<Vec<_>>());
    rig.expect_empty(&rig.named("parked")).await;
    rig.expect_empty(&rig.queue).await;
}

journey! {
    async fn twelve_drains_in_a_row_with_a_full_window_park_nobody(rig: Rig) {
        twelve_drains(&rig, async |running, probe| {
            probe.release(Answer::Say(Ack::release()));
            finish(running).await;
        })
        .await;
    }
}

journey! {
    async fn twelve_drains_in_a_row_that_overran_park_nobody(rig: Rig) {
        twelve_drains(&rig, async |running, _| {
            assert_eq!(running.drain_within(Duration::from_millis(50)).await.abandoned(), 1);
        })
        .await;
    }
}

/// Two listeners in one process: `plain` reads the rig's queue and `laddered` another. From one redelivery on a message of
/// theirs is a suspect.
async fn two_listeners(rig: &Rig, probe: &Probe) -> Running {
    let config = rig
        .config()
        .with("listener.max-redeliveries", 3)
        .with("listener.concurrency", 4)
        .with("listeners.laddered.queue", rig.named("other"));
    let app = App::new(config).state(probe.clone()).only(&["plain", "laddered"]);
    app.start().await.unwrap_or_else(|error| panic!("{error}"))
}

journey! {
    async fn a_suspect_runs_alone_among_all_listeners_of_a_process(rig: Rig) {
        let other = rig.named("other");
        quorum_queue(&rig, &rig.queue).await;
        quorum_queue(&rig, &other).await;
        let probe = Probe::new(|_| Answer::Hold);
        let running = two_listeners(&rig, &probe).await;
        rig.publish_to("", &other, Raw::number(10).id("10")).await;
        rig.publish_to("", &other, Raw::number(11).id("11")).await;
        probe.runs(2).await;
        rig.publish(Raw::number(0).id("0").header("x-acemq-redeliveries", 1)).await;
        rig.until_ready(&rig.queue, 0).await;
        probe.release(Answer::Accept);
        assert_eq!(probe.count(), 2, "it waits for the one that still runs");
        probe.release(Answer::Accept);
        assert_eq!(probe.runs(3).await[2].number(), 0);
        rig.publish_to("", &other, Raw::number(12).id("12")).await;
        rig.until_ready(&other, 0).await;
        assert_eq!(probe.count(), 3, "nothing starts beside it");
        probe.release(Answer::Accept);
        assert_eq!(probe.runs(4).await[3].number(), 12);
        probe.release(Answer::Accept);
        finish(running).await;
        assert_eq!(rig.outcomes("acked"), 1);
    }
}

journey! {
    async fn of_two_suspects_in_a_process_one_goes_back_as_a_copy_that_is_none(rig: Rig) {
        let other = rig.named("other");
        quorum_queue(&rig, &rig.queue).await;
        quorum_queue(&rig, &other).await;
        rig.publish_to("", &other, Raw::number(10).id("10").header("x-acemq-redeliveries", 1)).await;
        let probe = Probe::new(|_| Answer::Hold);
        let running = two_listeners(&rig, &probe).await;
        assert_eq!(probe.runs(1).await[0].number(), 10);
        rig.publish(Raw::number(0).id("0").header("x-acemq-redeliveries", 2)).await;
        until("the second suspect goes back", || rig.outcomes("released") == 1).await;
        probe.release(Answer::Accept);
        let copy = probe.runs(2).await.remove(1);
        assert_eq!((copy.number(), copy.attempt), (0, 1));
        drop(running);
        // As a suspect still, or as often counted, it would be parked now.
        rig.until_ready(&rig.queue, 1).await;
        let next = Probe::accepting();
        let running = two_listeners(&rig, &next).await;
        let ran = |seen: &Vec<Seen>| numbers(seen).contains(&0);
        next.wait_until(Duration::from_secs(10), ran).await;
        finish(running).await;
        rig.expect_empty(&rig.named("parked")).await;
    }
}

journey! {
    async fn a_suspect_that_fails_waits_in_the_broker(rig: Rig) {
        quorum_queue(&rig, &rig.queue).await;
        rig.publish(Raw::number(0).id("0").header("x-acemq-redeliveries", 5)).await;
        let probe = Probe::failing("no");
        let config = rig.config().with("listeners.plain.retry", "fixed(2, 20s)");
        let running = start("plain", config, &probe).await;
        let rung = rig.named("retry.20s.quorum");
        until("it is handed over", || rig.outcomes("retried") == 1).await;
        let waiting = rig.collect(&rung, 1).await.remove(0);
        assert!(!waiting.headers.contains_key("x-acemq-redeliveries"), "it had an outcome");
        finish(running).await;
    }
}

/// A store that outlives the processes which use it.
#[derive(Clone, Debug)]
struct Outliving(Arc<MemoryStore>);

impl IdempotencyStore for Outliving {
    fn claim<'a>(
        &'a self,
        key: &'a str,
        owner: &'a str,
        lease: Duration,
    ) -> BoxFuture<'a, Result<Claim, StoreError>> {
        self.0.claim(key, owner, lease)
    }

    fn confirm<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        self.0.confirm(key, owner)
    }

    fn release<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        self.0.release(key, owner)
    }

    fn purge_expired(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.0.purge_expired()
    }
}

/// Lets a process die over a message that it has claimed, and answers what the next one puts back.
async fn claimed_by_the_dead(rig: &Rig, raw: Raw) -> acemq::__testing::Delivery {
    let store = Outliving(Arc::new(MemoryStore::for_one_day()));
    let app = |probe: &Probe| {
        App::new(rig.config()).state(probe.clone()).store("claims", store.clone()).only(&["claiming"])
    };
    rig.publish(raw).await;
    let probe = Probe::new(|_| Answer::Hold);
    let running = app(&probe).start().await.unwrap_or_else(|error| panic!("{error}"));
    probe.runs(1).await;
    drop(running);
    rig.until_ready(&rig.queue, 1).await;
    let running = app(&Probe::accepting()).start().await.unwrap_or_else(|error| panic!("{error}"));
    let waiting = rig.collect(&rig.named("retry.5s.quorum"), 1).await.remove(0);
    finish(running).await;
    waiting
}

journey! {
    async fn a_copy_that_is_put_back_carries_the_count_on(rig: Rig) {
        quorum_queue(&rig, &rig.queue).await;
        let waiting = claimed_by_the_dead(&rig, Raw::number(7).id("7").header("x-acemq-redeliveries", 3)).await;
        assert_eq!(waiting.headers["x-acemq-redeliveries"].as_integer(), Some(4));
    }
}

journey! {
    async fn on_a_classic_queue_a_claim_that_the_dead_left_counts(rig: Rig) {
        rig.declare_queue(&rig.queue, &[]).await;
        let waiting = claimed_by_the_dead(&rig, Raw::number(7).id("7")).await;
        assert_eq!(waiting.headers["x-acemq-redeliveries"].as_integer(), Some(1));
    }
}

journey! {
    async fn what_was_carried_on_to_the_limit_is_parked(rig: Rig) {
        rig.declare_queue(&rig.queue, &[]).await;
        rig.publish(Raw::body("{not json").id("7").header("x-acemq-redeliveries", 10)).await;
        let running = start("plain", rig.config(), &Probe::accepting()).await;
        let parked = rig.parked().await;
        finish(running).await;
        let reason = parked.headers["x-acemq-error"].as_text();
        assert_eq!(reason, Some("redelivered 10 times without an outcome"), "nothing of it is read");
        assert!(!parked.headers.contains_key("x-acemq-redeliveries"));
    }
}
