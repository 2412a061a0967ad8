//! How many handlers run at once, and in which order.

use std::time::Duration;

use acemq_tests::{Answer, Probe, Seen, journey};

use crate::listeners::{finish, start};

journey! {
    async fn at_concurrency_one_the_queues_order_is_kept(rig: Rig) {
        let probe = Probe::accepting();
        let config = rig.config().with("listener.prefetch", 7);
        let running = start("plain", config, &probe).await;
        rig.publish_numbers(0..60).await;
        let numbers: Vec<u64> = probe.runs(60).await.iter().map(Seen::number).collect();
        assert_eq!(numbers, (0..60).collect::<Vec<_>>());
        finish(running).await;
        assert_eq!(rig.outcomes("acked"), 60);
    }
}

journey! {
    async fn at_concurrency_one_the_next_handler_starts_when_the_last_has_ended(rig: Rig) {
        let probe = Probe::new(|_| Answer::Hold);
        let running = start("plain", rig.config(), &probe).await;
        rig.publish_numbers(0..3).await;
        for run in 1..=3 {
            probe.runs(run).await;
            assert_eq!(probe.count(), run, "one at a time");
            probe.release(Answer::Accept);
        }
        finish(running).await;
    }
}

journey! {
    async fn at_concurrency_eight_eight_handlers_run_at_once(rig: Rig) {
        let probe = Probe::new(|seen| match seen.number() {
            0..8 => Answer::Hold,
            _ => Answer::Accept,
        });
        let running = start("plain", rig.config().with("listener.concurrency", 8), &probe).await;
        rig.publish_numbers(0..20).await;
        // All eight are inside at the same time, or this would never come.
        let first: Vec<u64> = probe.runs(8).await.iter().map(Seen::number).collect();
        assert_eq!(probe.count(), 8, "and no ninth: {first:?}");
        for _ in 0..8 {
            probe.release(Answer::Accept);
        }
        probe.runs(20).await;
        finish(running).await;
        assert_eq!(rig.outcomes("acked"), 20);
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn a_slow_handler_holds_back_nobody_else_at_concurrency_above_one(rig: Rig) {
        let probe = Probe::new(|seen| if seen.number() == 0 { Answer::Hold } else { Answer::Accept });
        let config = rig.config().with("listener.concurrency", 2).with("listener.prefetch", 4);
        let running = start("plain", config, &probe).await;
        // Many times the window: acks flow past the one that is held.
        rig.publish_numbers(0..50).await;
        probe.runs(50).await;
        probe.release(Answer::Accept);
        finish(running).await;
        assert_eq!(rig.outcomes("acked"), 50);
    }
}

journey! {
    async fn a_wait_costs_no_handler(rig: Rig) {
        let probe = Probe::new(|seen| match (seen.number(), seen.attempt) {
            (0, 1) => Answer::Fail("later"),
            (_, _) => Answer::Accept,
        });
        let config = rig.config().with("listeners.plain.retry", "fixed(2, 2s)");
        let running = start("plain", config, &probe).await;
        rig.publish_numbers(0..10).await;
        let seen = probe.runs(10).await;
        assert!(seen[9].at - seen[0].at < Duration::from_secs(2), "nine others were handled meanwhile");
        let last = probe.runs(11).await.remove(10);
        assert_eq!((last.number(), last.attempt), (0, 2));
        finish(running).await;
    }
}
