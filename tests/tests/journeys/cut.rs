//! The memory broker's connections cut in the middle of a journey. RabbitMQ's are cut by `faults`, alone: there is one
//! broker for all tests.

use std::{collections::BTreeSet, time::Duration};

use acemq_tests::{Answer, Probe, Rig, Seen, block_on};

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
