//! Windows, nacks, rejections and what a redelivery says of itself.

use acemq::__testing::Value;

use crate::harness::{Bench, dead_letters_to, quorum, sent, soon};

pub(crate) async fn no_more_than_the_window_is_unsettled(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    bench.fill(&queue, 1..=5).await;
    let mut consumer = bench.consume(&queue, 2).await;
    let (bodies, mut arrivals) = consumer.take(2).await;
    assert_eq!(bodies, ["1", "2"]);
    consumer.nothing().await;
    assert_eq!(bench.ready(&queue).await, 3);

    sent(arrivals.remove(1).unsettled.ack());
    let (bodies, more) = consumer.take(1).await;
    assert_eq!(bodies, ["3"]);
    consumer.nothing().await;
    for arrival in arrivals.into_iter().chain(more) {
        sent(arrival.unsettled.ack());
    }
    assert_eq!(consumer.bodies(2).await, ["4", "5"]);
}

pub(crate) async fn a_window_that_is_widened_lets_the_rest_in_behind_its_head(bench: Bench) {
    for (what, arguments) in [("classic", vec![]), ("quorum", quorum(&[]))] {
        let queue = bench.queue(what, &arguments).await;
        bench.fill(&queue, 1..=9).await;
        let mut consumer = bench.consume(&queue, 1).await;
        let head = consumer.next().await;
        soon("widening", consumer.0.channel.widen(4)).await.expect("a wider window");
        sent(head.unsettled.ack());
        let (bodies, mut arrivals) = consumer.take(4).await;
        assert_eq!(bodies, ["2", "3", "4", "5"], "{what}");
        consumer.nothing().await;
        sent(arrivals.remove(0).unsettled.ack());
        assert_eq!(consumer.take(1).await.0, ["6"], "{what}: one batch of acks for the channel");
        // The cancel reaches the consumer that there is now.
        consumer.cancel().await;
        drop(arrivals);
        consumer.0.channel.close().await;
        let (bodies, _again) = bench.consume(&queue, 7).await.take(7).await;
        assert_eq!(bodies, ["3", "4", "5", "6", "7", "8", "9"], "{what}: back in their order");
    }
}

pub(crate) async fn a_rejected_message_goes_to_the_dead_letter_exchange(bench: Bench) {
    let dead = bench.queue("dead", &[]).await;
    for (what, arguments) in
        [("classic", dead_letters_to(&dead)), ("quorum", quorum(&dead_letters_to(&dead)))]
    {
        let queue = bench.queue(what, &arguments).await;
        bench.fill(&queue, [what]).await;
        sent(bench.consume(&queue, 1).await.next().await.unsettled.reject());
        let arrival = bench.consume(&dead, 1).await.next().await;
        assert_eq!(&arrival.delivery.body[..], what.as_bytes());
        assert!(!arrival.delivery.redelivered);
        assert_eq!(arrival.delivery.headers.get("x-first-death-reason"), Some(&Value::from("rejected")));
        assert_eq!(arrival.delivery.headers.get("x-first-death-queue"), Some(&Value::from(&*queue)));
        sent(arrival.unsettled.ack());
    }
}

/// Of five messages the first three are delivered, of those the second and then the first nacked, the third acked; then
/// what comes out of the queue in which order.
async fn order_after_nacks(bench: &Bench, arguments: &[(&str, Value)]) -> Vec<String> {
    let queue = bench.queue("q", arguments).await;
    bench.fill(&queue, 1..=5).await;
    let mut consumer = bench.consume(&queue, 3).await;
    let (_, mut arrivals) = consumer.take(3).await;
    // Nothing may be delivered to this consumer in between: its order would then say nothing about the queue's.
    consumer.cancel().await;
    let third = arrivals.pop().expect("three");
    sent(arrivals.pop().expect("two").unsettled.requeue());
    sent(arrivals.pop().expect("one").unsettled.requeue());
    sent(third.unsettled.ack());
    consumer.flush().await;
    bench.until_ready(&queue, 4).await;
    bench.consume(&queue, 1).await.bodies(4).await
}

pub(crate) async fn a_nacked_message_keeps_its_place_on_a_classic_queue(bench: Bench) {
    assert_eq!(order_after_nacks(&bench, &[]).await, ["1", "2", "4", "5"]);
}

pub(crate) async fn a_nacked_message_goes_to_the_back_of_a_quorum_queue(bench: Bench) {
    assert_eq!(order_after_nacks(&bench, &quorum(&[])).await, ["4", "5", "2", "1"]);
}

pub(crate) async fn a_nacked_message_stays_at_the_front_under_a_delivery_limit(bench: Bench) {
    let arguments = quorum(&[("x-delivery-limit", Value::I32(5))]);
    assert_eq!(order_after_nacks(&bench, &arguments).await, ["2", "1", "4", "5"]);
}

pub(crate) async fn a_message_beyond_the_delivery_limit_is_dead(bench: Bench) {
    let dead = bench.queue("dead", &[]).await;
    let mut arguments = quorum(&dead_letters_to(&dead));
    arguments.push(("x-delivery-limit", Value::I32(1)));
    let queue = bench.queue("q", &arguments).await;
    bench.fill(&queue, ["x"]).await;
    let mut consumer = bench.consume(&queue, 1).await;
    for _ in 0..2 {
        sent(consumer.next().await.unsettled.requeue());
    }
    let arrival = bench.consume(&dead, 1).await.next().await;
    assert_eq!(arrival.delivery.headers.get("x-first-death-reason"), Some(&Value::from("delivery_limit")));
    sent(arrival.unsettled.ack());
    consumer.nothing().await;
}

pub(crate) async fn a_redelivery_says_that_it_is_one(bench: Bench) {
    for (what, arguments) in [("classic", vec![]), ("quorum", quorum(&[]))] {
        let queue = bench.queue(what, &arguments).await;
        bench.fill(&queue, ["x"]).await;
        let mut consumer = bench.consume(&queue, 1).await;
        let first = consumer.next().await;
        assert!(!first.delivery.redelivered, "{what}");
        sent(first.unsettled.requeue());
        let second = consumer.next().await;
        assert!(second.delivery.redelivered, "{what}");
        sent(second.unsettled.ack());
    }
}

pub(crate) async fn a_quorum_queue_counts_deliveries(bench: Bench) {
    let queue = bench.queue("q", &quorum(&[])).await;
    bench.fill(&queue, ["x"]).await;
    let mut consumer = bench.consume(&queue, 1).await;
    for count in [None, Some(1), Some(2)] {
        let arrival = consumer.next().await;
        let told = arrival.delivery.headers.get("x-delivery-count").and_then(Value::as_integer);
        // A broker from 4.0 on tells of the first delivery too.
        assert_eq!(told.filter(|told| *told != 0), count);
        sent(arrival.unsettled.requeue());
    }
    sent(consumer.next().await.unsettled.ack());
}

pub(crate) async fn consumers_take_turns(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    let mut first = bench.consume(&queue, 2).await;
    let mut second = bench.consume(&queue, 2).await;
    bench.fill(&queue, 1..=6).await;
    let (of_first, mut held) = first.take(2).await;
    let (of_second, _held_too) = second.take(2).await;
    assert_eq!((of_first, of_second), (vec!["1".into(), "3".into()], vec!["2".into(), "4".into()]));
    sent(held.remove(0).unsettled.ack());
    let (bodies, _more) = first.take(1).await;
    assert_eq!(bodies, ["5"]);
    second.nothing().await;
}

pub(crate) async fn the_consumer_of_the_highest_priority_with_room_is_served_first(bench: Bench) {
    for (what, arguments) in [("classic", vec![]), ("quorum", quorum(&[]))] {
        let queue = bench.queue(what, &arguments).await;
        let priority = |priority| [("x-priority", Value::I32(priority))];
        let mut low = bench.consume_with(&queue, 2, &priority(-1)).await;
        let mut ordinary = bench.consume(&queue, 2).await;
        let mut high = bench.consume_with(&queue, 2, &priority(10)).await;
        let mut equal = bench.consume_with(&queue, 1, &priority(10)).await;
        bench.fill(&queue, 1..=6).await;
        let (of_high, _high) = high.take(2).await;
        let (of_equal, mut freed) = equal.take(1).await;
        assert_eq!(
            (of_high, of_equal),
            (vec!["1".into(), "3".into()], vec!["2".to_owned()]),
            "{what}: in turns"
        );
        let (of_ordinary, _ordinary) = ordinary.take(2).await;
        assert_eq!(of_ordinary, ["4", "5"], "{what}");
        let (of_low, _low) = low.take(1).await;
        assert_eq!(of_low, ["6"], "{what}");
        bench.fill(&queue, 7..=8).await;
        assert_eq!(low.take(1).await.0, ["7"], "{what}: no other has room");
        sent(freed.remove(0).unsettled.ack());
        assert_eq!(equal.take(1).await.0, ["8"], "{what}: as soon as it has room");
    }
}

pub(crate) async fn a_priority_that_is_no_whole_number_is_refused(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    let request = acemq::__testing::Subscribe {
        queue,
        prefetch: 1,
        ack_batch: 1,
        listener: "contract".to_owned(),
        arguments: crate::harness::table(&[("x-priority", Value::from("10"))]),
    };
    let refused =
        crate::harness::soon("subscribing", bench.broker.subscribe(request)).await.expect_err("refused");
    assert_eq!(refused.kind(), acemq::__testing::BrokerErrorKind::Mismatch, "{refused}");
    assert!(refused.to_string().contains("x-priority"), "{refused}");
}
