//! Copies that cannot land: their originals are held, and nothing is lost and nothing new is started meanwhile.

use std::time::Duration;

use acemq_tests::{Answer, Probe, Raw, Rig, block_on, counted, journey, until};

use crate::listeners::{finish, start};

journey! {
    async fn a_copy_that_cannot_land_is_held_and_lands_once_its_queue_is_back(rig: Rig) {
        let probe = Probe::new(|seen| if seen.number() == 0 { Answer::Fail("no") } else { Answer::Accept });
        let running = start("plain", rig.config(), &probe).await;
        let dead_letters = rig.named("dlq");
        rig.delete_queue(&dead_letters);
        rig.publish_numbers(0..20).await;
        let failed = [("queue", rig.queue.as_str()), ("target", dead_letters.as_str())];
        let tries = || counted("acemq.messages.set.aside.failed", &failed);
        until("a copy that does not land", || tries() > 0).await;
        // Handlers that began before the copy was known to fail may have; from then on none does.
        let begun = probe.count();
        assert!(begun < 20, "the copy is held before all have run");
        until("a second try", || tries() > 1).await;
        assert_eq!(probe.count(), begun, "nothing new is started while a copy is held");
        rig.declare_queue(&dead_letters, &[]).await;
        let dead = rig.dead_letter().await;
        assert_eq!(&*dead.body, b"0");
        probe.runs(20).await;
        finish(running).await;
        assert_eq!((rig.outcomes("dead_lettered"), rig.outcomes("acked")), (1, 19));
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn a_drain_with_a_copy_that_cannot_land_gives_the_message_back(rig: Rig) {
        let probe = Probe::failing("no");
        let running = start("plain", rig.config(), &probe).await;
        rig.delete_queue(&rig.named("dlq"));
        rig.publish(Raw::number(7).id("seven")).await;
        probe.runs(1).await;
        // Held until the deadline: then the original goes back, as the attempt that it was.
        let drained = running.drain_within(Duration::from_millis(400)).await;
        assert_eq!(drained.abandoned(), 1, "the copy was held");
        let back = rig.collect(&rig.queue, 1).await.remove(0);
        assert_eq!(back.headers["x-acemq-id"].as_text(), Some("seven"));
        assert!(back.redelivered);
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn a_wait_whose_rung_is_gone_is_kept_here_and_the_rung_is_declared_again(rig: Rig) {
        let wait = Duration::from_millis(300);
        let probe = Probe::by_attempt(|attempt| match attempt {
            1 => Answer::Fail("later"),
            _ => Answer::Accept,
        });
        let ladder = "fixed(2, 300ms, wait_in_broker_from = always)";
        let running = start("plain", rig.config().with("listeners.plain.retry", ladder), &probe).await;
        let rung = rig.named("retry.300ms.quorum");
        rig.delete_queue(&rung);
        rig.publish(Raw::number(7)).await;
        let seen = probe.runs(2).await;
        assert!(seen[1].at - seen[0].at >= wait, "never early");
        assert_eq!(seen[1].attempt, 2);
        let missing = [("queue", rig.queue.as_str()), ("rung", rung.as_str())];
        assert_eq!(counted("acemq.retry.rung.missing", &missing), 1);
        assert!(!rig.has_queue(&rung).await);
        rig.publish(Raw::number(8)).await;
        probe.runs(4).await;
        assert!(rig.has_queue(&rung).await, "declared again for the next one");
        finish(running).await;
        assert_eq!((rig.outcomes("retried"), rig.outcomes("acked")), (2, 2));
        rig.expect_empty(&rig.queue).await;
    }
}

#[test]
fn a_drain_under_an_alarm_with_a_copy_that_waits_is_not_clean() {
    block_on(async {
        let rig = Rig::memory("a_drain_under_an_alarm").await;
        rig.declare_queue(&rig.queue, &[]).await;
        rig.publish_numbers([7, 8]).await;
        rig.control().block("low on memory");
        let probe = Probe::failing("no");
        let running = start("plain", rig.config(), &probe).await;
        probe.runs(1).await;
        let drained = running.drain_within(Duration::from_millis(200)).await;
        assert_eq!(
            (drained.is_clean(), drained.abandoned()),
            (false, 1),
            "what has not started was never begun"
        );
        rig.control().unblock();
        let mut numbers = rig.tap(&rig.queue).await.numbers(2).await;
        numbers.sort_unstable();
        assert_eq!(numbers, [7, 8]);
        assert_eq!(rig.deliveries(), 0);
    });
}

#[test]
fn while_the_broker_takes_no_publishes_acks_flow_and_a_copy_waits() {
    block_on(async {
        let rig = Rig::memory("while_the_broker_takes_no_publishes").await;
        let probe = Probe::new(|seen| if seen.number() == 5 { Answer::Fail("no") } else { Answer::Accept });
        rig.declare_queue(&rig.queue, &[]).await;
        rig.publish_numbers(0..10).await;
        rig.control().block("low on memory");
        let running = start("plain", rig.config(), &probe).await;
        until("the acks of those before", || rig.outcomes("acked") == 5).await;
        assert_eq!(probe.runs(6).await[5].number(), 5);
        assert_eq!((rig.deliveries(), probe.count()), (5, 6), "the copy waits, and nothing new is started");
        rig.control().unblock();
        probe.runs(10).await;
        assert_eq!(&*rig.dead_letter().await.body, b"5");
        finish(running).await;
        assert_eq!((rig.outcomes("dead_lettered"), rig.outcomes("acked")), (1, 9));
    });
}
