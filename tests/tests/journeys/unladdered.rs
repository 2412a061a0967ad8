//! Failures of a listener without a ladder, and handlers that take too long.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use acemq_tests::{Answer, Probe, Raw, journey};

use crate::listeners::{finish, start};

journey! {
    async fn an_always_failing_handler_without_a_ladder_costs_one_delivery_per_message(rig: Rig) {
        let probe = Probe::failing("no");
        let running = start("plain", rig.config(), &probe).await;
        rig.publish_numbers(0..30).await;
        let dead = rig.collect(&rig.named("dlq"), 30).await;
        for delivery in &dead {
            assert_eq!(delivery.headers["x-acemq-error"].as_text(), Some("exhausted 1 attempt: no"));
            assert_eq!(delivery.headers["x-acemq-attempt"].as_integer(), Some(1));
        }
        finish(running).await;
        assert_eq!((rig.deliveries(), rig.outcomes("dead_lettered"), probe.count()), (30, 30, 30));
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn under_requeue_on_failure_a_failed_message_goes_back_uncounted(rig: Rig) {
        let runs = AtomicU32::new(0);
        let probe = Probe::new(move |_| match runs.fetch_add(1, Ordering::SeqCst) {
            0..=2 => Answer::Fail("not yet"),
            _ => Answer::Accept,
        });
        let config = rig.config().with("listeners.plain.requeue-on-failure", true);
        let running = start("plain", config, &probe).await;
        rig.publish(Raw::number(7)).await;
        let attempts: Vec<u32> = probe.runs(4).await.iter().map(|seen| seen.attempt).collect();
        assert_eq!(attempts, [1, 1, 1, 1]);
        finish(running).await;
        assert_eq!((rig.outcomes("released"), rig.outcomes("acked")), (3, 1));
        rig.expect_empty(&rig.queue).await;
        rig.expect_empty(&rig.named("dlq")).await;
    }
}

journey! {
    async fn a_handler_over_its_timeout_has_failed_with_that_reason(rig: Rig) {
        let probe = Probe::new(|_| Answer::Take(Duration::from_mins(1)));
        let config = rig.config().with("listeners.plain.timeout", Duration::from_millis(100));
        let running = start("plain", config, &probe).await;
        rig.publish(Raw::number(7)).await;
        let dead = rig.dead_letter().await;
        assert_eq!(
            dead.headers["x-acemq-error"].as_text(),
            Some("exhausted 1 attempt: timed out after 100ms")
        );
        finish(running).await;
    }
}

journey! {
    async fn an_age_limit_ends_a_ladder(rig: Rig) {
        let config = rig.config().with("listeners.plain.retry", "fixed(100, 20ms, give_up_after = 100ms)");
        let probe = Probe::failing("no");
        let running = start("plain", config, &probe).await;
        rig.publish(Raw::number(7)).await;
        let dead = rig.dead_letter().await;
        assert_eq!(
            dead.headers["x-acemq-error"].as_text(),
            Some("exceeded the maximum message age of 100ms: no")
        );
        assert!((2..=6).contains(&probe.count()), "{} attempts", probe.count());
        finish(running).await;
    }
}
