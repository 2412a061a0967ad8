//! Where the key comes from by which a message is known again: the id, a header, or the payload.

use acemq::{App, Config, MemoryStore, Running, Value, ace_listener};
use acemq_tests::{Probe, Raw, Rig, counted, journey, until};

use crate::listeners::{finish, start_app};

#[derive(serde::Deserialize)]
struct Order(String);

fn order_key(order: &Order) -> String {
    order.0.clone()
}

#[ace_listener(queue = "${queue}", id = "keys::by_function", idempotent = "claims", idempotency_key = order_key)]
async fn on_keyed_order(order: &Order) {
    let _ = order;
}

#[ace_listener(
    queue = "${queue}",
    id = "keys::by_header",
    idempotent = "claims",
    idempotency_key = "header:x-request"
)]
async fn on_keyed_header() {}

async fn start(listener: &str, config: Config) -> Running {
    let app = App::new(config).state(Probe::accepting()).store("claims", MemoryStore::for_one_day());
    start_app(listener, app).await
}

fn handled(rig: &Rig) -> (u64, u64, u64) {
    let keyless = counted("acemq.idempotency.keyless.total", &[("queue", &rig.queue)]);
    (rig.outcomes("acked"), rig.outcomes("duplicate"), keyless)
}

/// Publishes two messages for each value of the header, each with an id of its own, and one message without the header.
async fn publish_requests(rig: &Rig, values: impl IntoIterator<Item = Value>) {
    for (number, value) in (0..).zip(values.into_iter().flat_map(|value| [value.clone(), value])) {
        rig.publish(Raw::number(number).id(&format!("m-{number}")).header("x-request", value)).await;
    }
    rig.publish(Raw::number(99).id("m-99")).await;
}

journey! {
    async fn two_messages_with_one_value_in_the_header_of_the_configuration_are_handled_once(rig: Rig) {
        let config = rig.config().with("listeners.claiming.idempotency-key", "header:x-request");
        let running = start("claiming", config).await;
        publish_requests(&rig, [Value::from("r-1"), Value::I32(2), Value::I64(3)]).await;
        until("all of them", || rig.deliveries() == 7).await;
        finish(running).await;
        assert_eq!(handled(&rig), (4, 3, 1), "acked, duplicates, without a key");
    }
}

journey! {
    async fn a_header_that_holds_neither_text_nor_a_whole_number_is_no_key(rig: Rig) {
        let running = start("by_header", rig.config()).await;
        publish_requests(&rig, [Value::from(""), Value::Bool(true), Value::F64(1.5), Value::from("r-1")]).await;
        until("all of them", || rig.deliveries() == 9).await;
        finish(running).await;
        assert_eq!(handled(&rig), (8, 1, 7), "acked, duplicates, without a key");
    }
}

journey! {
    async fn a_function_s_key_beats_the_id_and_an_empty_one_is_none(rig: Rig) {
        let running = start("by_function", rig.config()).await;
        for (id, body) in [("a", "\"one\""), ("b", "\"one\""), ("c", "\"\""), ("c", "\"\""), ("d", "\"two\"")] {
            rig.publish(Raw::body(body).id(id)).await;
        }
        until("all of them", || rig.deliveries() == 5).await;
        finish(running).await;
        assert_eq!(handled(&rig), (4, 1, 2), "acked, duplicates, without a key");
    }
}

journey! {
    async fn a_configuration_can_go_back_to_the_id(rig: Rig) {
        for listener in ["by_function", "by_header"] {
            let before = handled(&rig);
            let config = rig.config().with(&format!("listeners.{listener}.idempotency-key"), "id");
            let running = start(listener, config).await;
            for (id, body) in [("a", "\"one\""), ("b", "\"one\""), ("b", "\"two\"")] {
                rig.publish(Raw::body(body).id(id).header("x-request", "r-1")).await;
            }
            until("all of them", || rig.deliveries() == before.0 + before.1 + 3).await;
            finish(running).await;
            assert_eq!(handled(&rig), (before.0 + 2, before.1 + 1, 0), "{listener}");
        }
    }
}
