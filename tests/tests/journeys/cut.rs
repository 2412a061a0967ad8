//! The memory broker's connections cut in the middle of a journey. RabbitMQ's are cut by `faults`, alone: there is one
//! broker for all tests.

use std::{collections::BTreeSet, time::Duration};

use acemq::{App, Claim, IdempotencyStore as _, MemoryStore};
use acemq_tests::{Answer, Probe, Raw, Rig, Seen, block_on, until};

use crate::listeners::{finish, start};

#[test]
fn a_cut_in_the_middle_of_a_journey_loses_nothing() {
    block_on(async {
        let rig = Rig::memory("a_cut_in_the_middle_of_a_journey_loses_nothing").await;
        let probe = Probe::new(|seen| match (seen.number() % 10, seen.attempt) {
            (0, 1 | 2) => Answer::Fail("not yet"),
            _ => Answer::Accept,
        });
        let running = start("laddered", rig.config(), &probe).await;
        for hundred in 0..5 {
            rig.publish_numbers(hundred * 100..(hundred + 1) * 100).await;
            rig.control().cut_connections("a test cuts it");
        }
        let done = |seen: &Vec<Seen>| ended(seen).len() == 500;
        probe.wait_until(Duration::from_secs(30), done).await;
        finish(running).await;
        rig.expect_empty(&rig.queue).await;
        rig.expect_empty(&rig.named("dlq")).await;
        assert!(rig.outcomes("acked") >= 500);
    });
}

/// The numbers whose last run was accepted.
fn ended(seen: &[Seen]) -> BTreeSet<u64> {
    let accepted = |seen: &&Seen| !seen.number().is_multiple_of(10) || seen.attempt == 3;
    seen.iter().filter(accepted).map(Seen::number).collect()
}

#[test]
fn a_handler_that_runs_during_a_cut_settles_the_redelivery_and_does_not_run_again() {
    block_on(async {
        let rig = Rig::memory("a_handler_that_runs_during_a_cut").await;
        let probe = Probe::new(|seen| if seen.number() == 0 { Answer::Hold } else { Answer::Accept });
        let running = start("plain", rig.config(), &probe).await;
        rig.publish_numbers(0..3).await;
        probe.runs(1).await;
        rig.control().cut_connections("a test cuts it");
        probe.release(Answer::Accept);
        let numbers: Vec<u64> = probe.runs(3).await.iter().map(Seen::number).collect();
        assert_eq!(numbers, [0, 1, 2]);
        finish(running).await;
        assert_eq!(probe.count(), 3, "each once");
        rig.expect_empty(&rig.queue).await;
    });
}

#[test]
fn the_copy_of_a_message_that_was_put_back_is_never_taken_for_its_original() {
    block_on(async {
        let rig = Rig::memory("the_copy_of_a_message_that_was_put_back").await;
        let store = MemoryStore::for_one_day();
        let key = format!("{}/seven", rig.queue);
        let claim = store.claim(&key, "somebody else", Duration::from_secs(2)).await.expect("claimed");
        assert_eq!(claim, Claim::Fresh);
        let probe = Probe::new(|seen| if seen.number() == 0 { Answer::Hold } else { Answer::Accept });
        let app = App::new(rig.config()).state(probe.clone()).store("claims", store).only(&["claiming"]);
        let running = app.start().await.unwrap_or_else(|error| panic!("{error}"));
        rig.publish(Raw::number(7).id("seven")).await;
        until("put back", || rig.outcomes("in_progress") == 1).await;
        rig.control().cut_connections("the first cut");
        // It comes home behind a handler that holds the only slot, and is cut off there once more.
        rig.publish(Raw::number(0).id("zero")).await;
        probe.runs(1).await;
        until("seven came home", || rig.control().unsettled_count(&rig.queue) == Some(2)).await;
        rig.control().cut_connections("the second cut");
        probe.release(Answer::Accept);
        probe.runs(2).await;
        finish(running).await;
        let numbers: Vec<u64> = probe.so_far().iter().map(Seen::number).collect();
        assert_eq!(numbers, [0, 7], "and none is lost");
        rig.expect_empty(&rig.queue).await;
    });
}

#[test]
fn of_two_equal_messages_each_settles_its_own_delivery() {
    block_on(async {
        let rig = Rig::memory("of_two_equal_messages_each_settles_its_own").await;
        let probe = Probe::new(|_| Answer::Hold);
        let config = rig.config().with("listeners.plain.concurrency", 2).with("listeners.plain.prefetch", 2);
        let running = start("plain", config, &probe).await;
        rig.publish(Raw::number(7).id("x")).await;
        probe.runs(1).await;
        rig.control().cut_connections("a test cuts it");
        until("the first came again", || rig.control().unsettled_count(&rig.queue) == Some(1)).await;
        rig.publish(Raw::number(7).id("x")).await;
        probe.runs(2).await;
        probe.release(Answer::Take(Duration::from_millis(200)));
        probe.release(Answer::Accept);
        until("both are settled", || rig.control().unsettled_count(&rig.queue) == Some(0)).await;
        finish(running).await;
        assert_eq!(probe.count(), 2);
    });
}

#[test]
fn of_two_equal_messages_the_copy_of_one_is_never_the_end_of_the_other() {
    block_on(async {
        let rig = Rig::memory("of_two_equal_messages_the_copy_of_one").await;
        let probe = Probe::new(|seen| if seen.number() == 0 { Answer::Hold } else { Answer::Fail("no") });
        let running = start("plain", rig.config(), &probe).await;
        for raw in [Raw::number(7).id("seven"), Raw::number(0).id("slow"), Raw::number(7).id("seven")] {
            rig.publish(raw).await;
        }
        probe.runs(2).await;
        until("the first one is a dead letter", || rig.outcomes("dead_lettered") == 1).await;
        until("the others are in hand", || rig.control().unsettled_count(&rig.queue) == Some(2)).await;
        rig.control().cut_connections("a test cuts it");
        until("they come again", || rig.control().unsettled_count(&rig.queue) > Some(0)).await;
        probe.release(Answer::Accept);
        probe.runs(3).await;
        assert_eq!(rig.collect(&rig.named("dlq"), 2).await.len(), 2);
        finish(running).await;
    });
}

#[test]
fn of_a_message_that_starts_over_no_round_is_the_end_of_the_next() {
    block_on(async {
        let rig = Rig::memory("of_a_message_that_starts_over").await;
        let probe = Probe::new(|seen| if seen.number() == 0 { Answer::Hold } else { Answer::Fail("no") });
        let config = rig
            .config()
            .with("listeners.plain.retry", "fixed(2, 500ms)")
            .with("listeners.plain.on-exhausted", "requeue");
        let running = start("plain", config, &probe).await;
        rig.publish(Raw::number(7).id("seven")).await;
        // The second round from its first attempt on: from here on each round looks like the one before.
        probe.runs(4).await;
        rig.control().cut_connections("the first cut");
        rig.publish(Raw::number(0).id("zero")).await;
        assert_eq!(probe.runs(5).await[4].number(), 0);
        // The third round begins behind a handler that holds the only slot, and is cut off there.
        until("its copy has landed", || rig.outcomes("retried") == 4).await;
        until("it starts over", || rig.control().unsettled_count(&rig.queue) == Some(2)).await;
        rig.control().cut_connections("the second cut");
        probe.release(Answer::Accept);
        let again = probe.runs(6).await.remove(5);
        assert_eq!((again.number(), again.attempt), (7, 1), "it is not taken for the round before");
        finish(running).await;
    });
}
