//! A failed message walks its ladder, here or in the broker, and ends where a person finds it.

use std::time::Duration;

use acemq_tests::{Answer, Probe, Raw, journey};

use crate::listeners::{finish, start};

journey! {
    async fn a_failed_message_walks_the_ladder_and_ends_in_the_dead_letter_queue(rig: Rig) {
        let probe = Probe::failing("the gateway is down");
        let running = start("laddered", rig.config(), &probe).await;
        rig.publish(Raw::number(7).id("seven")).await;
        let dead = rig.dead_letter().await;
        let seen = probe.so_far();
        assert_eq!(seen.iter().map(|seen| seen.attempt).collect::<Vec<_>>(), [1, 2, 3]);
        for pair in seen.windows(2) {
            assert!(pair[1].at - pair[0].at >= Duration::from_millis(20), "no wait is shorter than the ladder's");
        }
        for (name, text) in [
            ("x-acemq-id", "seven"),
            ("x-acemq-error", "exhausted 3 attempts: the gateway is down"),
            ("acemq-first-routing-key", rig.queue.as_str()),
        ] {
            let found = dead.headers.get(name).and_then(|value| value.as_text());
            assert_eq!(found, Some(text), "{name}");
        }
        assert!(!dead.headers.contains_key("acemq-first-exchange"), "the default exchange has no name");
        assert_eq!(dead.headers["x-acemq-attempt"].as_integer(), Some(3));
        assert_eq!(&*dead.body, b"7");
        finish(running).await;
        assert_eq!((rig.outcomes("retried"), rig.outcomes("dead_lettered"), rig.deliveries()), (2, 1, 3));
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn a_message_that_succeeds_at_last_leaves_nothing_behind(rig: Rig) {
        let probe = Probe::by_attempt(|attempt| match attempt {
            1 | 2 => Answer::Fail("not yet"),
            _ => Answer::Accept,
        });
        let running = start("laddered", rig.config(), &probe).await;
        rig.publish(Raw::number(7)).await;
        let seen = probe.runs(3).await;
        assert_eq!(seen[0].envelope.id, seen[2].envelope.id, "a made-up id stays with its message");
        assert_eq!(seen[2].envelope.error, None);
        finish(running).await;
        assert_eq!((rig.outcomes("retried"), rig.outcomes("acked")), (2, 1));
        rig.expect_empty(&rig.queue).await;
        rig.expect_empty(&rig.named("dlq")).await;
    }
}

journey! {
    async fn where_a_message_came_from_is_known_after_its_retries(rig: Rig) {
        let toml = format!(
            r#"
            [[topology.exchanges]]
            name = "{0}.events"
            type = "topic"
            [[topology.queues]]
            name = "{0}"
            dead-letter = true
            [[topology.bindings]]
            queue = "{0}"
            exchange = "{0}.events"
            routing-key = "order.#"
            "#,
            rig.queue
        );
        let probe = Probe::failing("no");
        let running = start("laddered", rig.config_from(&toml), &probe).await;
        rig.publish_to(&rig.named("events"), "order.placed.eu", Raw::number(7)).await;
        let dead = rig.dead_letter().await;
        assert_eq!(probe.so_far()[0].envelope.message_type, "order.placed.eu");
        assert_eq!(probe.so_far()[2].envelope.message_type, "order.placed.eu");
        let text = |name: &str| dead.headers[name].as_text().map(str::to_owned);
        assert_eq!(text("acemq-first-exchange"), Some(rig.named("events")));
        assert_eq!(text("acemq-first-routing-key").as_deref(), Some("order.placed.eu"));
        finish(running).await;
    }
}

journey! {
    async fn a_restart_between_two_attempts_keeps_the_number(rig: Rig) {
        let config = || rig.config().with("listeners.plain.retry", "fixed(3, 500ms, wait_in_broker_from = always)");
        let first = Probe::failing("no");
        let running = start("plain", config(), &first).await;
        rig.publish(Raw::number(7).id("seven")).await;
        first.runs(1).await;
        finish(running).await;
        let second = Probe::accepting();
        let running = start("plain", config(), &second).await;
        let seen = second.runs(1).await.remove(0);
        assert_eq!((seen.envelope.id.as_str(), seen.attempt), ("seven", 2));
        assert_eq!(first.count(), 1);
        finish(running).await;
        rig.expect_empty(&rig.queue).await;
    }
}
