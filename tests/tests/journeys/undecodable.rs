//! A body that is not what the handler takes is parked once, without a call.

use acemq::{App, Running, prelude::*};
use acemq_tests::{BoxError, Probe, Raw, Rig, journey};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::listeners::finish;

#[derive(Debug, Deserialize)]
struct Order {
    id: String,
    amount: u32,
}

/// The ladder shows that none of these is tried again.
#[ace_listener(queue = "${queue}", retry = "fixed(3, 10ms)")]
async fn typed(order: Order, envelope: Envelope, probe: State<Probe>) -> Result<(), BoxError> {
    // Reported as it was decoded; a message that is parked must never come here.
    drop((envelope, probe));
    Err(format!("called for order {} of {}", order.id, order.amount).into())
}

async fn start(rig: &Rig) -> Running {
    let app = App::new(rig.config()).state(Probe::accepting()).only(&["typed"]);
    app.start().await.unwrap_or_else(|error| panic!("{error}"))
}

async fn is_parked(rig: Rig, raw: Raw, hint: &str) {
    let running = start(&rig).await;
    rig.publish(raw.clone()).await;
    let parked = rig.parked().await;
    let reason = parked.headers["x-acemq-error"].as_text().expect("a reason");
    assert!(reason.starts_with("could not be decoded: "), "{reason}");
    assert!(reason.contains(hint), "{reason}");
    assert_eq!(parked.headers["x-acemq-attempt"].as_integer(), Some(1));
    assert_eq!(parked.body, raw.body);
    finish(running).await;
    assert_eq!((rig.outcomes("parked"), rig.deliveries()), (1, 1));
    rig.expect_empty(&rig.queue).await;
    rig.expect_empty(&rig.named("parked")).await;
    rig.expect_empty(&rig.named("dlq")).await;
}

fn order(value: &Value) -> Raw {
    Raw::body(value.to_string())
}

journey! {
    async fn what_is_not_json_is_parked(rig: Rig) {
        is_parked(rig, Raw::body("<order/>"), "line 1").await;
    }
}

journey! {
    async fn an_empty_body_is_parked(rig: Rig) {
        is_parked(rig, Raw::body(""), "empty").await;
    }
}

journey! {
    async fn another_shape_is_parked(rig: Rig) {
        is_parked(rig, order(&json!({"id": "o-1", "amount": "seven"})), "expected u32").await;
    }
}

journey! {
    async fn a_missing_field_is_parked(rig: Rig) {
        is_parked(rig, order(&json!({"id": "o-1"})), "missing field `amount`").await;
    }
}

journey! {
    async fn another_content_type_is_parked(rig: Rig) {
        let raw = order(&json!({"id": "o-1", "amount": 7}));
        let raw = raw.properties(|set| set.content_type = Some("application/xml".into()));
        is_parked(rig, raw, "application/xml").await;
    }
}
