//! One event in two queues carries one id, and is handled once in each.

use acemq::{App, MemoryStore, prelude::*};
use acemq_tests::{BoxError, Probe, Raw, Rig, block_on, counted, journey, until};
use serde_json::Value;

use crate::listeners::finish;

#[ace_listener(queue = "${queue}.billing", idempotent = "claims")]
async fn billing(message: Message<Value>, probe: State<Probe>) -> Result<Ack, BoxError> {
    assert!(message.queue().ends_with(".billing"));
    probe.run(&message).await
}

#[ace_listener(queue = "${queue}.shipping", idempotent = "claims")]
async fn shipping(message: Message<Value>, probe: State<Shipped>) -> Result<Ack, BoxError> {
    assert!(message.queue().ends_with(".shipping"));
    probe.0.0.run(&message).await
}

/// A second probe, under a type of its own.
struct Shipped(Probe);

journey! {
    async fn one_event_in_two_queues_is_handled_once_by_each_listener(rig: Rig) {
        let toml = format!(
            r#"
            [[topology.exchanges]]
            name = "{0}.events"
            type = "topic"
            [[topology.queues]]
            name = "{0}.billing"
            [[topology.queues]]
            name = "{0}.shipping"
            [[topology.bindings]]
            queue = "{0}.billing"
            exchange = "{0}.events"
            routing-key = "order.#"
            [[topology.bindings]]
            queue = "{0}.shipping"
            exchange = "{0}.events"
            routing-key = "order.placed"
            "#,
            rig.queue
        );
        let (billed, shipped) = (Probe::accepting(), Probe::accepting());
        let app = App::new(rig.config_from(&toml)).state(billed.clone()).state(Shipped(shipped.clone()));
        let app = app.store("claims", MemoryStore::for_one_day()).only(&["billing", "shipping"]);
        let running = app.start().await.unwrap_or_else(|error| panic!("{error}"));
        // Twice: the second copy is the duplicate, in both queues.
        for _ in 0..2 {
            rig.publish_to(&rig.named("events"), "order.placed", Raw::number(7).id("seven")).await;
        }
        let count = |queue: &str, outcome| {
            counted("acemq.consume.total", &[("queue", &rig.named(queue)), ("outcome", outcome)])
        };
        for queue in ["billing", "shipping"] {
            until("the second copy of each", || count(queue, "duplicate") == 1).await;
        }
        finish(running).await;
        assert_eq!((count("billing", "acked"), count("shipping", "acked")), (1, 1));
        assert_eq!((billed.count(), shipped.count()), (1, 1));
    }
}

/// Refused before a broker is asked.
#[test]
fn a_store_of_bare_scope_is_refused_to_two_queues() {
    block_on(async {
        let rig = Rig::memory("bare_scope").await;
        let config =
            |scope| rig.config().with("stores.claims.kind", "memory").with("stores.claims.scope", scope);
        let app = |scope, listeners: &[&str]| {
            let probe = Probe::accepting();
            App::new(config(scope)).state(probe.clone()).state(Shipped(probe)).only(listeners)
        };
        let error = app("bare", &["billing", "shipping"]).start().await.expect_err("two queues");
        let [fault] = error.faults() else { panic!("{error}") };
        assert_eq!(fault.key(), "stores.claims.scope");
        for listener in ["billing", "shipping"] {
            assert!(fault.message().contains(listener), "{fault}");
        }
        finish(app("bare", &["billing"]).start().await.expect("one queue")).await;
        finish(app("queue", &["billing", "shipping"]).start().await.expect("keys that name the queue")).await;
    });
}
