//! The ladder to the clock, with a real broker doing the waiting.

use std::time::Duration;

use acemq_tests::{Probe, Raw, Rig, block_on};

use crate::start;

#[test]
fn a_ladder_in_the_broker_runs_at_0_1_3_and_5_seconds() {
    block_on(async {
        let rig = Rig::rabbitmq("runs_at_0_1_3_and_5_seconds").await;
        let probe = Probe::failing("the gateway is down");
        let running = start("in_broker", rig.config(), &probe).await;
        let begun = std::time::Instant::now();
        rig.publish(Raw::number(7)).await;
        let dead = rig.dead_letter().await;
        let seen = probe.so_far();
        let late: Vec<f64> = seen
            .iter()
            .zip([0.0, 1.0, 3.0, 5.0])
            .map(|(seen, due)| (seen.at - begun).as_secs_f64() - due)
            .collect();
        assert_eq!(late.len(), 4, "{seen:#?}");
        // Each wait is the broker's own: whole, and the lateness of one adds to the next.
        let in_time = 0.0..0.5;
        assert!(late.iter().all(|late| in_time.contains(late)), "late by {late:?} s");
        assert_eq!(dead.headers["x-acemq-attempt"].as_integer(), Some(4));
        let error = dead.headers["x-acemq-error"].as_text();
        assert_eq!(error, Some("exhausted 4 attempts: the gateway is down"));
        let drained = running.drain_within(Duration::from_secs(5)).await;
        assert!(drained.is_clean());
    });
}
