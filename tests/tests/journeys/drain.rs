//! The orderly stop: what runs is finished, what has not started goes back, what waits goes on waiting in the broker.

use std::time::Duration;

use acemq::{App, prelude::*};
use acemq_tests::{Answer, BoxError, Probe, Seen, journey, within};
use serde_json::Value;

use crate::listeners::{finish, start};

/// Publishes once it is let go on: an application that finishes its work in a drain.
#[ace_listener(queue = "${queue}")]
async fn publishing(message: Message<Value>, mq: AceMq, probe: State<Probe>) -> Result<Ack, BoxError> {
    let ack = probe.run(&message).await?;
    mq.publisher("", &format!("{}.out", message.queue())).send(&message.payload).await?;
    Ok(ack)
}

journey! {
    async fn a_drain_finishes_what_runs_and_hands_back_the_rest_in_its_order(rig: Rig) {
        let probe = Probe::new(|seen| match seen.number() {
            0 => Answer::Fail("later"),
            _ => Answer::Hold,
        });
        let ladder = "fixed(2, 20s)";
        let config = rig.config().with("listener.prefetch", 20).with("listeners.publishing.retry", ladder);
        rig.declare_queue(&rig.named("out"), &[]).await;
        let app = App::new(config).state(probe.clone()).only(&["publishing"]);
        let running = app.start().await.unwrap_or_else(|error| panic!("{error}"));
        rig.declare_rung(Duration::from_secs(20), "20s").await;
        let mut rung = rig.tap(&rig.named("retry.20s.quorum")).await;
        rig.publish_numbers(0..12).await;
        probe.runs(2).await;

        let draining = tokio::spawn(running.drain());
        // What waited is on its rung: the drain has begun, and does not sit through a wait of 20 s.
        let waiting = rung.take(1).await.remove(0);
        assert_eq!(&*waiting.body, b"0");
        assert_eq!(waiting.headers["x-acemq-attempt"].as_integer(), Some(2));
        assert!(!draining.is_finished(), "a handler still runs");
        probe.release(Answer::Accept);
        let drained = within("the drain", draining).await.expect("no panic");
        assert!(drained.is_clean());
        assert_eq!(probe.count(), 2, "nothing new was started");
        assert_eq!(&*rig.collect(&rig.named("out"), 1).await[0].body, b"1", "published during the drain");
        assert_eq!(rig.tap(&rig.queue).await.numbers(10).await, (2..12).collect::<Vec<_>>());
        assert_eq!((rig.outcomes("acked"), rig.outcomes("retried")), (1, 1));
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn at_concurrency_above_one_a_drain_returns_what_has_not_started_at_once(rig: Rig) {
        let probe = Probe::new(|_| Answer::Hold);
        let config = rig.config().with("listener.concurrency", 2);
        let running = start("plain", config, &probe).await;
        rig.publish_numbers(0..10).await;
        probe.runs(2).await;
        let draining = tokio::spawn(running.drain());
        // Others have them while the two still run.
        let mut numbers = rig.tap(&rig.queue).await.numbers(8).await;
        numbers.sort_unstable();
        assert_eq!(numbers, (2..10).collect::<Vec<_>>());
        assert!(!draining.is_finished());
        probe.release(Answer::Accept);
        probe.release(Answer::Accept);
        assert!(within("the drain", draining).await.expect("no panic").is_clean());
        assert_eq!((rig.outcomes("acked"), rig.outcomes("released")), (2, 8));
    }
}

journey! {
    async fn what_came_back_from_a_drain_is_handled_by_the_next_process(rig: Rig) {
        // However far the drain has come when the first is released, nothing holds it up after that.
        let first = Probe::new(|seen| if seen.number() == 0 { Answer::Hold } else { Answer::Accept });
        let running = start("plain", rig.config(), &first).await;
        rig.publish_numbers(0..5).await;
        first.runs(1).await;
        let draining = tokio::spawn(running.drain());
        tokio::task::yield_now().await;
        first.release(Answer::Accept);
        assert!(within("the drain", draining).await.expect("no panic").is_clean());
        let handled = first.count();
        let second = Probe::accepting();
        let running = start("plain", rig.config(), &second).await;
        let seen = second.runs(5 - handled).await;
        finish(running).await;
        let numbers: Vec<u64> = first.so_far().iter().chain(&seen).map(Seen::number).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4], "each once, in order");
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn an_idle_application_drains_at_once(rig: Rig) {
        let running = start("plain", rig.config(), &Probe::accepting()).await;
        let begun = std::time::Instant::now();
        finish(running).await;
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    }
}

journey! {
    async fn a_drain_may_have_all_the_time_there_is(rig: Rig) {
        let running = start("plain", rig.config(), &Probe::accepting()).await;
        assert!(within("the drain", running.drain_within(Duration::MAX)).await.is_clean());
    }
}
