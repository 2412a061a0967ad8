//! A drain whose deadline passes: said so, and nothing is lost.

use std::time::Duration;

use acemq_tests::{Answer, Probe, Raw, journey, within};

use crate::listeners::{finish, start};

journey! {
    async fn a_drain_that_overran_says_so_and_the_message_comes_back_at_the_same_attempt(rig: Rig) {
        let probe = Probe::by_attempt(|attempt| match attempt {
            1 => Answer::Fail("not yet"),
            _ => Answer::Hold,
        });
        let running = start("laddered", rig.config(), &probe).await;
        rig.publish(Raw::number(7).id("seven")).await;
        probe.runs(2).await;
        let begun = std::time::Instant::now();
        let drained = within("the drain", running.drain_within(Duration::from_millis(300))).await;
        assert!(begun.elapsed() >= Duration::from_millis(300));
        assert!(!drained.is_clean());
        assert_eq!(drained.abandoned(), 1);

        let next = Probe::accepting();
        let running = start("laddered", rig.config(), &next).await;
        let seen = next.runs(1).await.remove(0);
        assert_eq!((seen.envelope.id.as_str(), seen.attempt), ("seven", 2));
        finish(running).await;
        rig.expect_empty(&rig.queue).await;
        rig.expect_empty(&rig.named("dlq")).await;
    }
}

journey! {
    async fn shutdown_timeout_bounds_a_drain(rig: Rig) {
        let probe = Probe::new(|_| Answer::Hold);
        let config = rig.config().with("listener.shutdown-timeout", Duration::from_millis(200));
        let running = start("plain", config, &probe).await;
        rig.publish(Raw::number(7)).await;
        probe.runs(1).await;
        assert_eq!(within("the drain", running.drain()).await.abandoned(), 1);
    }
}

journey! {
    async fn a_handler_that_blocks_its_thread_does_not_hold_up_a_drain_beyond_its_deadline(rig: Rig) {
        let probe = Probe::new(|_| Answer::Block(Duration::from_secs(4)));
        let running = start("plain", rig.config(), &probe).await;
        rig.publish(Raw::number(7)).await;
        probe.runs(1).await;
        let begun = std::time::Instant::now();
        let drained = running.drain_within(Duration::from_millis(200)).await;
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        assert_eq!(drained.abandoned(), 1);
    }
}
