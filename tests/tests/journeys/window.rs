//! The prefetch window: how much a listener takes, and how much of it may wait.

use std::time::Duration;

use acemq_tests::{Answer, Probe, Raw, Seen, journey, until};

use crate::listeners::{finish, start};

journey! {
    async fn a_listener_takes_no_more_than_its_window(rig: Rig) {
        let probe = Probe::new(|seen| if seen.number() == 0 { Answer::Hold } else { Answer::Accept });
        let running = start("plain", rig.config().with("listener.prefetch", 5), &probe).await;
        // On RabbitMQ the first message of a subscription is beside the window that it opens.
        rig.publish_numbers([99]).await;
        until("the first is settled", || rig.outcomes("acked") == 1).await;
        rig.publish_numbers(0..12).await;
        probe.runs(2).await;
        // The five of the window are the listener's; the next subscriber gets all others.
        let mut tap = rig.tap(&rig.queue).await;
        assert_eq!(tap.numbers(7).await, [5, 6, 7, 8, 9, 10, 11]);
        probe.release(Answer::Accept);
        let handled: Vec<u64> = probe.runs(6).await.iter().map(Seen::number).collect();
        assert_eq!(handled, [99, 0, 1, 2, 3, 4]);
        finish(running).await;
        assert_eq!((rig.outcomes("acked"), rig.deliveries()), (6, 6));
    }
}

journey! {
    async fn waits_beyond_half_of_the_window_go_to_the_rung_of_the_whole_wait(rig: Rig) {
        let wait = Duration::from_secs(3);
        let probe = Probe::by_attempt(|attempt| match attempt {
            1 => Answer::Fail("later"),
            _ => Answer::Accept,
        });
        let config = rig.config().with("listener.prefetch", 4).with("listeners.plain.retry", "fixed(2, 3s)");
        let running = start("plain", config, &probe).await;
        rig.declare_rung(wait, "3s").await;
        let mut rung = rig.tap(&rig.named("retry.3s.quorum")).await;
        rig.publish_numbers(0..5).await;
        // Two wait here; the other three are handed over, as attempt 2.
        let spilled = rung.take(3).await;
        for delivery in &spilled {
            assert_eq!(delivery.headers["x-acemq-attempt"].as_integer(), Some(2));
        }
        let seen = probe.runs(7).await;
        let second: Vec<u64> = seen[5..].iter().map(Seen::number).collect();
        assert_eq!(second, [0, 1]);
        for (first, second) in seen.iter().zip(&seen[5..]) {
            assert!(second.at - first.at >= wait);
        }
        finish(running).await;
        assert_eq!((rig.outcomes("retried"), rig.outcomes("acked")), (5, 2));
    }
}

journey! {
    async fn with_a_window_of_one_every_wait_is_the_brokers(rig: Rig) {
        let probe = Probe::by_attempt(|attempt| match attempt {
            1 => Answer::Fail("later"),
            _ => Answer::Accept,
        });
        let config = rig.config().with("listener.prefetch", 1).with("listeners.plain.retry", "fixed(2, 200ms)");
        let running = start("plain", config, &probe).await;
        rig.publish(Raw::number(7)).await;
        let seen = probe.runs(2).await;
        assert!(seen[1].at - seen[0].at >= Duration::from_millis(200));
        assert!(rig.has_queue(&rig.named("retry.200ms.quorum")).await);
        finish(running).await;
    }
}
