//! Everything that a handler can answer besides success and failure.

use std::time::Duration;

use acemq::{__testing::Delivery, Ack, Value};
use acemq_tests::{Answer, Probe, Raw, journey};

use crate::listeners::{finish, start};

fn reason(delivery: &Delivery) -> (Option<&str>, Option<i64>) {
    let headers = &delivery.headers;
    let error = headers.get("x-acemq-error").and_then(Value::as_text);
    (error, headers.get("x-acemq-attempt").and_then(Value::as_integer))
}

journey! {
    async fn a_handlers_dead_letter_is_final(rig: Rig) {
        let probe = Probe::new(|_| Answer::Say(Ack::dead_letter("sold out for ever")));
        let running = start("laddered", rig.config(), &probe).await;
        rig.publish(Raw::number(7)).await;
        assert_eq!(reason(&rig.dead_letter().await), (Some("the handler rejected it: sold out for ever"), Some(1)));
        finish(running).await;
        assert_eq!((probe.count(), rig.outcomes("rejected"), rig.deliveries()), (1, 1, 1));
    }
}

journey! {
    async fn a_parked_message_waits_for_a_person(rig: Rig) {
        let probe = Probe::new(|_| Answer::Say(Ack::park("is this a joke?")));
        let running = start("laddered", rig.config(), &probe).await;
        rig.publish(Raw::number(7)).await;
        assert_eq!(reason(&rig.parked().await), (Some("the handler parked it: is this a joke?"), Some(1)));
        finish(running).await;
        assert_eq!((probe.count(), rig.outcomes("parked"), rig.deliveries()), (1, 1, 1));
    }
}

journey! {
    async fn an_asked_retry_walks_the_ladder(rig: Rig) {
        let probe = Probe::new(|_| Answer::Say(Ack::retry("busy")));
        let running = start("laddered", rig.config(), &probe).await;
        rig.publish(Raw::number(7)).await;
        assert_eq!(reason(&rig.dead_letter().await), (Some("exhausted 3 attempts: busy"), Some(3)));
        finish(running).await;
    }
}

journey! {
    async fn an_asked_retry_without_a_ladder_is_the_end(rig: Rig) {
        let probe = Probe::new(|_| Answer::Say(Ack::retry("busy")));
        let running = start("plain", rig.config(), &probe).await;
        rig.publish(Raw::number(7)).await;
        assert_eq!(reason(&rig.dead_letter().await), (Some("exhausted 1 attempt: busy"), Some(1)));
        finish(running).await;
    }
}

journey! {
    async fn retry_after_needs_no_ladder_counts_an_attempt_and_is_never_early(rig: Rig) {
        let wait = Duration::from_millis(300);
        let probe = Probe::by_attempt(move |attempt| match attempt {
            1..=3 => Answer::Say(Ack::retry_after(wait, "later")),
            _ => Answer::Accept,
        });
        let running = start("plain", rig.config(), &probe).await;
        rig.publish(Raw::number(7)).await;
        let seen = probe.runs(4).await;
        for pair in seen.windows(2) {
            assert_eq!(pair[1].attempt, pair[0].attempt + 1);
            let took = pair[1].at - pair[0].at;
            assert!(took >= wait, "after {took:?}");
        }
        finish(running).await;
        assert_eq!((rig.outcomes("retried"), rig.outcomes("acked")), (3, 1));
    }
}

journey! {
    async fn retry_after_in_the_broker_is_never_early_either(rig: Rig) {
        // Attempts are shared with the ladder, whose waits in the broker begin at 100 ms.
        let wait = Duration::from_millis(300);
        let probe = Probe::by_attempt(move |attempt| match attempt {
            1 => Answer::Say(Ack::retry_after(wait, "later")),
            _ => Answer::Accept,
        });
        let ladder = "fixed(3, 50ms, wait_in_broker_from = 100ms)";
        let running = start("plain", rig.config().with("listeners.plain.retry", ladder), &probe).await;
        rig.publish(Raw::number(7)).await;
        let seen = probe.runs(2).await;
        assert!(seen[1].at - seen[0].at >= wait, "after {:?}", seen[1].at - seen[0].at);
        assert!(rig.has_queue(&rig.named("retry.300ms.quorum")).await, "a rung of its own");
        finish(running).await;
    }
}

journey! {
    async fn a_released_message_comes_back_uncounted(rig: Rig) {
        let first = std::sync::atomic::AtomicBool::new(true);
        let probe = Probe::new(move |_| {
            if first.swap(false, std::sync::atomic::Ordering::SeqCst) {
                Answer::Say(Ack::release())
            } else {
                Answer::Accept
            }
        });
        let running = start("laddered", rig.config(), &probe).await;
        rig.publish(Raw::number(7).id("seven")).await;
        let seen = probe.runs(2).await;
        assert_eq!(seen.iter().map(|seen| seen.attempt).collect::<Vec<_>>(), [1, 1]);
        assert_eq!(seen[1].envelope.id, "seven");
        finish(running).await;
        assert_eq!((rig.outcomes("released"), rig.outcomes("acked")), (1, 1));
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn a_wait_without_end_holds_its_message_and_no_other(rig: Rig) {
        let probe = Probe::new(|seen| match seen.number() {
            0 => Answer::Say(Ack::retry_after(Duration::MAX, "never")),
            _ => Answer::Accept,
        });
        let running = start("plain", rig.config(), &probe).await;
        rig.publish_numbers(0..3).await;
        probe.runs(3).await;
        finish(running).await;
        assert_eq!(rig.outcomes("acked"), 2);
        assert_eq!(rig.collect(&rig.queue, 1).await.len(), 1, "a drain gives it back");
    }
}

journey! {
    async fn a_wait_of_nothing_needs_no_rung(rig: Rig) {
        let probe = Probe::by_attempt(|attempt| match attempt {
            1 => Answer::Say(Ack::retry_after(Duration::ZERO, "now")),
            _ => Answer::Accept,
        });
        let config = rig.config().with("listeners.plain.prefetch", 1);
        let running = start("plain", config, &probe).await;
        rig.publish_numbers(0..1).await;
        let attempts: Vec<u32> = probe.runs(2).await.iter().map(|seen| seen.attempt).collect();
        assert_eq!(attempts, [1, 2]);
        finish(running).await;
        assert!(!rig.has_queue(&rig.named("retry.0h.quorum")).await);
    }
}
