//! One message without a subscription.

use acemq::__testing::{Arrival, BrokerErrorKind, Subscribe};

use crate::harness::{Bench, body, dead_letters_to, sent, soon};

async fn get(bench: &Bench, queue: &str) -> Option<Arrival> {
    soon("a get", bench.broker.get(queue)).await.expect("an answer")
}

pub(crate) async fn a_get_takes_one_message_and_none_from_an_empty_queue(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    assert!(get(&bench, &queue).await.is_none());
    bench.fill(&queue, 1..=2).await;
    for expected in ["1", "2"] {
        let arrival = get(&bench, &queue).await.expect("a message");
        assert_eq!(body(&arrival), expected);
        assert!(!arrival.delivery.redelivered);
        sent(arrival.unsettled.ack());
    }
    assert!(get(&bench, &queue).await.is_none());
    bench.consume(&queue, 1).await.nothing().await;
}

pub(crate) async fn a_message_that_was_got_can_be_returned_and_rejected(bench: Bench) {
    let dead = bench.queue("dead", &[]).await;
    let queue = bench.queue("q", &dead_letters_to(&dead)).await;
    bench.fill(&queue, 1..=2).await;
    sent(get(&bench, &queue).await.expect("a message").unsettled.requeue());
    bench.until_ready(&queue, 2).await;
    let again = get(&bench, &queue).await.expect("the same message");
    assert_eq!(body(&again), "1");
    assert!(again.delivery.redelivered);
    sent(again.unsettled.reject());
    assert_eq!(bench.consume(&dead, 1).await.bodies(1).await, ["1"]);
    assert_eq!(bench.ready(&queue).await, 1);
}

pub(crate) async fn a_missing_queue_is_not_found(bench: Bench) {
    let missing = bench.name("missing");
    let error = soon("a get", bench.broker.get(&missing)).await.expect_err("no such queue");
    assert_eq!(error.kind(), BrokerErrorKind::NotFound, "{error}");
    let request = Subscribe {
        queue: missing.clone(),
        prefetch: 1,
        ack_batch: 1,
        listener: "contract".to_owned(),
        arguments: acemq::__testing::Table::new(),
    };
    let error = soon("subscribing", bench.broker.subscribe(request)).await.expect_err("no such queue");
    assert_eq!(error.kind(), BrokerErrorKind::NotFound, "{error}");
    assert!(error.to_string().contains(&missing), "{error}");
}
