//! What becomes of messages whose attempts are used up, or that are too old, in each of the forms of `on-exhausted`.

use std::time::Duration;

use acemq::{
    __testing::{Delivery, ExchangeKind, Object, Table},
    Ack, Config, Value,
};
use acemq_tests::{Answer, Probe, Raw, Rig, counted, journey, until};

use crate::listeners::{finish, start};

/// Two attempts, 20 ms apart.
const SHORT: &str = "fixed(2, 20ms)";
const USED_UP: &str = "exhausted 2 attempts: no";
const TOO_OLD: &str = "exceeded the maximum message age of 10m: no";

/// The listener `plain`, with a ladder that ends with the second attempt or at an age of ten minutes.
fn config(rig: &Rig, on_exhausted: &str) -> Config {
    rig.config()
        .with("listeners.plain.retry", "fixed(2, 20ms, give_up_after = 10m)")
        .with("listeners.plain.on-exhausted", on_exhausted)
}

/// A message of 1970: its first failure ends its attempts.
fn old(number: u64) -> Raw {
    Raw::number(number).header("x-acemq-first-seen", 1_000_i64)
}

/// Why it was given up, and at which attempt.
fn told(delivery: &Delivery) -> (Option<&str>, Option<i64>) {
    let headers = &delivery.headers;
    let error = headers.get("x-acemq-error").and_then(Value::as_text);
    (error, headers.get("x-acemq-attempt").and_then(Value::as_integer))
}

fn dead_lettered(rig: &Rig) -> u64 {
    counted("acemq.messages.dead.lettered.total", &[("queue", &rig.queue)])
}

async fn declare_failed(rig: &Rig, exchange: &str, queue: &str) {
    rig.declare(Object::Exchange { name: exchange.to_owned(), kind: ExchangeKind::Direct }).await;
    rig.declare_queue(queue, &[]).await;
    rig.declare(Object::Binding {
        queue: queue.to_owned(),
        exchange: exchange.to_owned(),
        routing_key: "late".to_owned(),
        arguments: Table::new(),
    })
    .await;
}

journey! {
    async fn used_up_messages_are_parked_where_park_is_written(rig: Rig) {
        let running = start("plain", config(&rig, "park"), &Probe::failing("no")).await;
        rig.publish(Raw::number(7)).await;
        assert_eq!(told(&rig.parked().await), (Some(USED_UP), Some(2)));
        rig.publish(old(8)).await;
        assert_eq!(told(&rig.parked().await), (Some(TOO_OLD), Some(1)));
        finish(running).await;
        assert_eq!((rig.outcomes("parked"), rig.outcomes("retried"), dead_lettered(&rig)), (2, 1, 0));
        rig.expect_empty(&rig.named("dlq")).await;
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn a_used_up_message_that_cannot_be_parked_is_held_until_its_queue_is_back(rig: Rig) {
        let running = start("plain", config(&rig, "park"), &Probe::failing("no")).await;
        let parked = rig.named("parked");
        rig.delete_queue(&parked);
        rig.publish(Raw::number(7)).await;
        let failed = [("queue", rig.queue.as_str()), ("target", parked.as_str())];
        until("a copy that does not land", || counted("acemq.messages.set.aside.failed", &failed) > 0).await;
        assert_eq!(rig.outcomes("parked"), 0);
        rig.declare_queue(&parked, &[]).await;
        assert_eq!(told(&rig.parked().await), (Some(USED_UP), Some(2)));
        finish(running).await;
        assert_eq!(rig.outcomes("parked"), 1);
    }
}

journey! {
    async fn a_used_up_message_starts_over_where_requeue_is_written(rig: Rig) {
        let runs = std::sync::atomic::AtomicU32::new(0);
        let probe = Probe::new(move |_| match runs.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
            0..=3 => Answer::Fail("no"),
            _ => Answer::Accept,
        });
        let running = start("plain", config(&rig, "requeue"), &probe).await;
        rig.publish(Raw::number(7).id("seven")).await;
        let seen = probe.runs(5).await;
        assert_eq!(seen.iter().map(|seen| seen.attempt).collect::<Vec<_>>(), [1, 2, 1, 2, 1]);
        let told: Vec<_> = seen.iter().map(|seen| seen.envelope.error.as_deref()).collect();
        assert_eq!(told, [None, None, Some(USED_UP), Some(USED_UP), Some(USED_UP)]);
        assert!(seen.iter().all(|seen| seen.envelope.id == "seven"));
        assert!(seen[2].at - seen[1].at >= Duration::from_millis(20), "not without the ladder's wait");
        finish(running).await;
        assert_eq!((rig.outcomes("retried"), rig.outcomes("acked"), dead_lettered(&rig)), (4, 1, 0));
        rig.expect_empty(&rig.named("dlq")).await;
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn a_message_that_is_too_old_starts_over_after_each_failure(rig: Rig) {
        let runs = std::sync::atomic::AtomicU32::new(0);
        let probe = Probe::new(move |_| match runs.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
            0 | 1 => Answer::Fail("no"),
            _ => Answer::Accept,
        });
        let running = start("plain", config(&rig, "requeue"), &probe).await;
        rig.publish(old(7)).await;
        let seen = probe.runs(3).await;
        assert_eq!(seen.iter().map(|seen| seen.attempt).collect::<Vec<_>>(), [1, 1, 1]);
        assert_eq!(seen[2].envelope.error.as_deref(), Some(TOO_OLD));
        finish(running).await;
        assert_eq!((rig.outcomes("retried"), rig.outcomes("acked")), (2, 1));
    }
}

journey! {
    async fn a_long_wait_before_starting_over_is_spent_in_the_broker(rig: Rig) {
        let probe = Probe::new(|seen| match seen.envelope.error {
            None => Answer::Fail("no"),
            Some(_) => Answer::Accept,
        });
        let ladder = "exponential(3, 50ms, 200ms, multiplier = 4, jitter = none, wait_in_broker_from = 100ms)";
        let config = config(&rig, "requeue").with("listeners.plain.retry", ladder);
        let running = start("plain", config, &probe).await;
        rig.publish(Raw::number(7)).await;
        let seen = probe.runs(4).await;
        assert_eq!(seen.iter().map(|seen| seen.attempt).collect::<Vec<_>>(), [1, 2, 3, 1]);
        assert!(seen[3].at - seen[2].at >= Duration::from_millis(200), "after the longest wait");
        assert_eq!(seen[3].envelope.error.as_deref(), Some("exhausted 3 attempts: no"));
        assert!(rig.has_queue(&rig.named("retry.200ms.quorum")).await);
        finish(running).await;
        assert_eq!((rig.outcomes("retried"), rig.outcomes("acked")), (3, 1));
    }
}

journey! {
    async fn a_drain_hands_the_wait_before_starting_over_to_the_broker_with_its_reason(rig: Rig) {
        let config = || config(&rig, "requeue").with("listeners.plain.retry", "fixed(2, 600ms, wait_in_broker_from = never)");
        let probe = Probe::failing("no");
        let running = start("plain", config(), &probe).await;
        rig.publish(Raw::number(7)).await;
        probe.runs(2).await;
        finish(running).await;
        let next = Probe::accepting();
        let running = start("plain", config(), &next).await;
        let seen = next.runs(1).await.remove(0);
        assert_eq!((seen.attempt, seen.envelope.error.as_deref()), (1, Some("exhausted 2 attempts: no")));
        finish(running).await;
    }
}

journey! {
    async fn a_used_up_message_is_republished_to_an_exchange_of_the_application_s(rig: Rig) {
        let (exchange, failed) = (rig.named("failed"), rig.named("failed.late"));
        declare_failed(&rig, &exchange, &failed).await;
        let running = start("plain", config(&rig, &format!("republish({exchange}, late)")), &Probe::failing("no")).await;
        rig.publish(Raw::number(7).id("seven").header("x-tenant", "acme")).await;
        let copy = rig.collect(&failed, 1).await.remove(0);
        assert_eq!(told(&copy), (Some(USED_UP), Some(2)));
        assert_eq!((&*copy.exchange, &*copy.routing_key, &*copy.body), (exchange.as_str(), "late", &b"7"[..]));
        assert_eq!(copy.headers["x-tenant"].as_text(), Some("acme"));
        assert_eq!(copy.headers["acemq-first-routing-key"].as_text(), Some(rig.queue.as_str()));
        rig.publish(old(8)).await;
        assert_eq!(told(&rig.collect(&failed, 1).await[0]), (Some(TOO_OLD), Some(1)));
        finish(running).await;
        assert_eq!((rig.outcomes("dead_lettered"), dead_lettered(&rig)), (2, 2));
        rig.expect_empty(&rig.named("dlq")).await;
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn on_the_default_exchange_a_used_up_message_goes_to_a_queue_by_name(rig: Rig) {
        let failed = rig.named("failed");
        rig.declare_queue(&failed, &[]).await;
        let running = start("plain", config(&rig, &format!("republish(, {failed})")), &Probe::failing("no")).await;
        rig.publish(Raw::number(7)).await;
        assert_eq!(told(&rig.collect(&failed, 1).await[0]), (Some(USED_UP), Some(2)));
        finish(running).await;
    }
}

journey! {
    async fn a_copy_for_an_exchange_that_is_missing_is_held_until_it_is_there_and_routes(rig: Rig) {
        let (exchange, failed) = (rig.named("failed"), rig.named("failed.late"));
        let probe = Probe::new(|seen| if seen.number() == 7 { Answer::Fail("no") } else { Answer::Accept });
        let running = start("plain", config(&rig, &format!("republish({exchange}, late)")), &probe).await;
        rig.publish(Raw::number(7)).await;
        let failing = [("queue", rig.queue.as_str()), ("target", exchange.as_str())];
        let tries = || counted("acemq.messages.set.aside.failed", &failing);
        until("a copy that does not land", || tries() > 0).await;
        assert!(!rig.has_exchange(&exchange).await, "nothing is declared");
        rig.publish(Raw::number(8)).await;
        rig.declare(Object::Exchange { name: exchange.clone(), kind: ExchangeKind::Direct }).await;
        let before = tries();
        until("a copy that no queue takes", || tries() > before).await;
        assert_eq!((probe.count(), rig.outcomes("dead_lettered")), (2, 0), "held, and nothing new is started");
        declare_failed(&rig, &exchange, &failed).await;
        assert_eq!(told(&rig.collect(&failed, 1).await[0]), (Some(USED_UP), Some(2)));
        assert_eq!(probe.runs(3).await[2].number(), 8);
        finish(running).await;
        assert_eq!((rig.outcomes("dead_lettered"), rig.outcomes("acked")), (1, 1));
    }
}

journey! {
    async fn a_rejected_message_takes_the_queue_s_own_dead_letter_exchange(rig: Rig) {
        let toml = format!("[[topology.queues]]\nname = '{}'\ndead-letter = true", rig.queue);
        let config = rig
            .config_from(&toml)
            .with("listeners.plain.retry", "fixed(2, 20ms, give_up_after = 10m)")
            .with("listeners.plain.on-exhausted", "reject");
        let running = start("plain", config, &Probe::failing("no")).await;
        for (raw, attempt) in [(Raw::number(7), Some(2)), (old(8), None)] {
            rig.publish(raw).await;
            let dead = rig.dead_letter().await;
            assert_eq!(told(&dead), (None, attempt), "the message itself, and no copy");
            assert_eq!(dead.headers["x-first-death-reason"].as_text(), Some("rejected"));
        }
        finish(running).await;
        assert_eq!((rig.outcomes("rejected"), dead_lettered(&rig)), (2, 0), "nobody knows what became of them");
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn without_a_dead_letter_exchange_a_rejected_message_is_gone(rig: Rig) {
        rig.declare_queue(&rig.queue, &[]).await;
        let config = rig.config().with("listener.retry", SHORT).with("listener.on-exhausted", "reject");
        let running = start("plain", config, &Probe::failing("no")).await;
        rig.publish(Raw::number(7)).await;
        until("a rejection", || rig.outcomes("rejected") == 1).await;
        finish(running).await;
        assert_eq!(dead_lettered(&rig), 0);
        for queue in [&rig.queue, &rig.named("dlq"), &rig.named("parked")] {
            rig.expect_empty(queue).await;
        }
    }
}

journey! {
    async fn what_a_handler_gives_up_by_itself_does_not_ask_on_exhausted(rig: Rig) {
        let probe = Probe::new(|seen| match seen.number() {
            1 => Answer::Say(Ack::dead_letter("no")),
            _ => Answer::Say(Ack::park("no")),
        });
        let running = start("plain", config(&rig, "reject"), &probe).await;
        rig.publish_numbers(1..=2).await;
        rig.publish(Raw::body("not json")).await;
        assert_eq!(told(&rig.dead_letter().await).0, Some("the handler rejected it: no"));
        rig.collect(&rig.named("parked"), 2).await;
        finish(running).await;
        assert_eq!((rig.outcomes("rejected"), rig.outcomes("parked"), dead_lettered(&rig)), (1, 2, 1));
    }
}
