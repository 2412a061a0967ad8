//! One message's journey as it is counted, under the names of the wire contract.

use acemq_tests::{Answer, Probe, counted, journey, measured};

use crate::listeners::{finish, start};

journey! {
    async fn a_journey_is_counted_under_the_names_of_the_contract(rig: Rig) {
        let probe = Probe::new(|seen| match seen.number() {
            1 => Answer::Accept,
            2 => Answer::Fail("no"),
            3 => Answer::Say(acemq::Ack::dead_letter("no")),
            _ => Answer::Say(acemq::Ack::park("no")),
        });
        let running = start("laddered", rig.config(), &probe).await;
        let publisher = running.mq().publisher("", &rig.queue);
        for number in 1..=4 {
            publisher.send(&number).await.expect("published");
        }
        rig.collect(&rig.named("dlq"), 2).await;
        rig.parked().await;
        probe.runs(6).await;
        finish(running).await;

        let queue = [("queue", rig.queue.as_str())];
        let outcomes = ["acked", "retried", "rejected", "dead_lettered", "parked", "duplicate", "released"];
        let counts = outcomes.map(|outcome| rig.outcomes(outcome));
        assert_eq!(counts, [1, 2, 1, 1, 1, 0, 0], "{outcomes:?}");
        assert_eq!(counted("acemq.messages.retried.total", &queue), 2);
        assert_eq!(counted("acemq.messages.dead.lettered.total", &queue), 2);
        assert_eq!(measured("acemq.consume.duration", &queue).len(), 6);
        let mut attempts = measured("acemq.consume.attempts", &queue);
        attempts.sort_by(f64::total_cmp);
        assert_eq!(attempts, [1.0, 1.0, 1.0, 1.0, 2.0, 3.0]);
        let published = [("exchange", ""), ("routing.key", rig.queue.as_str()), ("outcome", "confirmed")];
        assert_eq!(counted("acemq.publish.total", &published), 4);
        assert_eq!(measured("acemq.publish.duration", &published[..2]).len(), 4);
    }
}
