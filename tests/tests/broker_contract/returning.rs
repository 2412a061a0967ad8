//! What becomes of a window when its consumer, its channel or its connection ends.

use std::time::Duration;

use acemq::__testing::{Ended, Settled, Value};

use crate::harness::{Bench, Consumer, quorum, sent, soon};

async fn window_returns_in_order(bench: &Bench, arguments: &[(&str, Value)]) {
    let queue = bench.queue("q", arguments).await;
    bench.fill(&queue, 1..=6).await;
    let mut consumer = bench.consume(&queue, 4).await;
    let (_, mut arrivals) = consumer.take(4).await;
    sent(arrivals.remove(1).unsettled.ack());
    consumer.next().await;
    consumer.close().await;
    bench.until_ready(&queue, 5).await;

    let mut consumer = bench.consume(&queue, 5).await;
    let (bodies, arrivals) = consumer.take(5).await;
    assert_eq!(bodies, ["1", "3", "4", "5", "6"]);
    let redelivered: Vec<bool> = arrivals.iter().map(|arrival| arrival.delivery.redelivered).collect();
    assert_eq!(redelivered, [true, true, true, true, false]);
}

pub(crate) async fn a_closed_channel_returns_a_classic_window_in_order(bench: Bench) {
    window_returns_in_order(&bench, &[]).await;
}

pub(crate) async fn a_closed_channel_returns_a_quorum_window_in_order(bench: Bench) {
    window_returns_in_order(&bench, &quorum(&[])).await;
}

pub(crate) async fn a_cancelled_consumer_ends_after_what_was_sent(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    bench.fill(&queue, 1..=5).await;
    let mut consumer = bench.consume(&queue, 3).await;
    // Three are on their way: the window is full and the queue says so.
    bench.until_ready(&queue, 2).await;
    consumer.cancel().await;
    let (bodies, arrivals) = consumer.take(3).await;
    assert_eq!(bodies, ["1", "2", "3"]);
    assert_eq!(consumer.ended().await, Ended::Cancelled);

    consumer.close().await;
    drop(arrivals);
    // The broker returns them in its own time; in order they are once they are back.
    bench.until_ready(&queue, 5).await;
    assert_eq!(bench.consume(&queue, 5).await.bodies(5).await, ["1", "2", "3", "4", "5"]);
}

pub(crate) async fn what_was_delivered_before_a_cancel_can_be_settled_after_it(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    bench.fill(&queue, 1..=3).await;
    let mut consumer = bench.consume(&queue, 2).await;
    let (_, arrivals) = consumer.take(2).await;
    consumer.cancel().await;
    for arrival in arrivals {
        sent(arrival.unsettled.ack());
    }
    consumer.flush().await;
    assert_eq!(consumer.ended().await, Ended::Cancelled);
    assert_eq!(bench.ready(&queue).await, 1);
    let mut other = bench.consume(&queue, 5).await;
    let (bodies, arrivals) = other.take(1).await;
    assert_eq!(bodies, ["3"]);
    assert!(!arrivals[0].delivery.redelivered);
    consumer.close().await;
    other.nothing().await;
}

pub(crate) async fn a_settlement_for_a_closed_channel_is_stale(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    bench.fill(&queue, 1..=3).await;
    let mut consumer = bench.consume(&queue, 3).await;
    let (_, mut arrivals) = consumer.take(3).await;
    consumer.close().await;
    assert_eq!(arrivals.remove(0).unsettled.ack(), Settled::Stale);
    assert_eq!(arrivals.remove(0).unsettled.requeue(), Settled::Stale);
    assert_eq!(arrivals.remove(0).unsettled.reject(), Settled::Stale);
    assert_eq!(consumer.ended().await, Ended::Cancelled);
    assert_eq!(bench.consume(&queue, 5).await.bodies(3).await, ["1", "2", "3"]);
}

pub(crate) async fn a_closed_connection_returns_what_was_unsettled(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    bench.fill(&queue, 1..=3).await;
    let other = bench.second_connection().await;
    let request = acemq::__testing::Subscribe {
        queue: queue.clone(),
        prefetch: 2,
        ack_batch: 1,
        listener: "other".to_owned(),
        arguments: acemq::__testing::Table::new(),
    };
    let mut consumer = Consumer(soon("subscribing", other.subscribe(request)).await.expect("a subscription"));
    let (_, arrivals) = consumer.take(2).await;
    soon("closing", other.close(Duration::from_secs(5))).await;
    consumer.ended().await;
    for arrival in arrivals {
        assert_eq!(arrival.unsettled.ack(), Settled::Stale);
    }
    bench.until_ready(&queue, 3).await;
    assert_eq!(bench.consume(&queue, 5).await.bodies(3).await, ["1", "2", "3"]);
}
