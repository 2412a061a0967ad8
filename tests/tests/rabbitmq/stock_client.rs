//! Messages of `amqp-publish`, which knows nothing of this family.

use acemq_tests::{Probe, Rig, amqp_publish, block_on};

use crate::start;

#[test]
fn a_message_of_a_stock_client_is_handled() {
    block_on(async {
        let rig = Rig::rabbitmq("a_message_of_a_stock_client").await;
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        amqp_publish(&rig.queue, r#"{"id": "p-1", "amount": 12}"#);
        let seen = probe.runs(1).await.remove(0);
        assert_eq!(seen.payload, serde_json::json!({"id": "p-1", "amount": 12}));
        assert_eq!(seen.attempt, 1);
        assert_eq!(seen.envelope.message_type, rig.queue);
        assert_eq!(seen.envelope.correlation_id, seen.envelope.id);
        assert!(running.drain().await.is_clean());
        rig.expect_empty(&rig.queue).await;
    });
}

#[test]
fn a_message_of_a_stock_client_that_is_no_json_is_parked() {
    block_on(async {
        let rig = Rig::rabbitmq("a_stock_client_without_json").await;
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        amqp_publish(&rig.queue, "amount=12");
        let parked = rig.parked().await;
        assert_eq!(&*parked.body, b"amount=12");
        let reason = parked.headers["x-acemq-error"].as_text().expect("a reason");
        assert!(reason.starts_with("could not be decoded: "), "{reason}");
        assert!(running.drain().await.is_clean());
        assert_eq!(probe.count(), 0);
    });
}
