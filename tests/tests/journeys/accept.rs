//! What is accepted is done: once, and nothing of it stays.

use acemq_tests::{Probe, Raw, journey};

use crate::listeners::{finish, start};

journey! {
    async fn an_accepted_message_is_acked_once_and_its_queue_is_empty(rig: Rig) {
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        rig.publish(Raw::number(7).id("seven")).await;
        let seen = probe.runs(1).await;
        assert_eq!((seen[0].number(), seen[0].attempt), (7, 1));
        assert_eq!(seen[0].envelope.id, "seven");
        finish(running).await;
        assert_eq!((rig.outcomes("acked"), rig.deliveries(), probe.count()), (1, 1, 1));
        for queue in [rig.queue.clone(), rig.named("dlq"), rig.named("parked")] {
            rig.expect_empty(&queue).await;
        }
    }
}

journey! {
    async fn a_message_without_any_header_is_handled_with_the_values_of_the_contract(rig: Rig) {
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        rig.publish(Raw::body(r#"{"hello": "world"}"#)).await;
        let seen = probe.runs(1).await.remove(0);
        let envelope = &seen.envelope;
        assert_eq!(seen.payload, serde_json::json!({"hello": "world"}));
        assert_eq!((envelope.attempt, envelope.version), (1, 1));
        assert_eq!(envelope.message_type, rig.queue, "the routing key");
        assert_eq!(envelope.correlation_id, envelope.id);
        assert!(is_uuid_v4(&envelope.id), "{}", envelope.id);
        assert!(envelope.age().as_secs() < 5, "first seen now, not in 1970");
        finish(running).await;
        assert_eq!(rig.outcomes("acked"), 1);
    }
}

journey! {
    async fn the_id_of_a_foreign_message_is_its_message_id(rig: Rig) {
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        rig.publish(Raw::number(1).properties(|set| set.message_id = Some("foreign-7".into()))).await;
        assert_eq!(probe.runs(1).await[0].envelope.id, "foreign-7");
        finish(running).await;
    }
}

fn is_uuid_v4(id: &str) -> bool {
    let groups: Vec<&str> = id.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let hex = id.chars().all(|letter| letter == '-' || matches!(letter, '0'..='9' | 'a'..='f'));
    hex && lengths == [8, 4, 4, 4, 12] && groups[2].starts_with('4')
}
