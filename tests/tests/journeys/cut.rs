//! The memory broker's connections cut, and its queues deleted, in the middle of a journey. RabbitMQ's are cut in
//! `faults.rs`, alone: there is one broker for all tests.

use std::{collections::BTreeSet, time::Duration};

use acemq_tests::{Answer, Probe, Raw, Rig, Seen, block_on, counted, until};

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
    let accepted = |seen: &&Seen| seen.number() % 10 != 0 || seen.attempt == 3;
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
fn a_copy_that_cannot_land_is_held_and_lands_once_its_queue_is_back() {
    block_on(async {
        let rig = Rig::memory("a_copy_that_cannot_land").await;
        let probe = Probe::new(|seen| if seen.number() == 0 { Answer::Fail("no") } else { Answer::Accept });
        let running = start("plain", rig.config(), &probe).await;
        let dead_letters = rig.named("dlq");
        assert!(rig.control().delete_queue(&dead_letters));
        rig.publish_numbers(0..20).await;
        let failed = [("queue", rig.queue.as_str()), ("target", dead_letters.as_str())];
        let tries = || counted("acemq.messages.set.aside.failed", &failed);
        until("a copy that does not land", || tries() > 0).await;
        // Handlers that began before the copy was known to fail may have; from then on none does.
        let begun = probe.count();
        assert!(begun < 20, "the copy is held before all have run");
        until("a second try", || tries() > 1).await;
        assert_eq!(probe.count(), begun, "nothing new is started while a copy is held");
        rig.declare_queue(&dead_letters, &[]).await;
        let dead = rig.dead_letter().await;
        assert_eq!(&*dead.body, b"0");
        probe.runs(20).await;
        finish(running).await;
        assert_eq!((rig.outcomes("dead_lettered"), rig.outcomes("acked")), (1, 19));
        rig.expect_empty(&rig.queue).await;
    });
}

#[test]
fn a_drain_with_a_copy_that_cannot_land_gives_the_message_back() {
    block_on(async {
        let rig = Rig::memory("a_drain_with_a_copy_that_cannot_land").await;
        let probe = Probe::failing("no");
        let running = start("plain", rig.config(), &probe).await;
        assert!(rig.control().delete_queue(&rig.named("dlq")));
        rig.publish(Raw::number(7).id("seven")).await;
        probe.runs(1).await;
        // Held until the deadline: then the original goes back, as the attempt that it was.
        drop(running.drain_within(Duration::from_millis(400)).await);
        let back = rig.collect(&rig.queue, 1).await.remove(0);
        assert_eq!(back.headers["x-acemq-id"].as_text(), Some("seven"));
        assert!(back.redelivered);
    });
}
