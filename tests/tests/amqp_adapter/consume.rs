//! Subscriptions: opened as a unit, four ways to end, look-ups and declarations beside them.

use acemq::__testing::{BrokerErrorKind, Ended, ExchangeKind, Object, Table, Value};
use futures_util::{FutureExt, StreamExt};

use crate::support::{Bench, arrival, ended, quorum, rabbitmqctl, request, text, unique};

#[tokio::test]
async fn the_window_is_set_before_the_consumer() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    for number in 0..20 {
        bench.send(&queue, &number.to_string()).await;
    }
    let mut subscription = bench.subscribe(&queue, 3, 1).await;
    let mut held = Vec::new();
    for number in 0..3 {
        let arrived = arrival(&mut subscription).await;
        assert_eq!(text(&arrived), number.to_string());
        held.push(arrived);
    }
    assert!(subscription.events.next().now_or_never().is_none());
    bench.ready(&queue, 17).await;
    let consumers = rabbitmqctl(&["-q", "list_consumers", "queue_name", "consumer_tag", "prefetch_count"]);
    let line = consumers.lines().find(|line| line.starts_with(&queue)).expect("our consumer");
    assert!(line.contains("amqp_adapter::test#") && line.ends_with("\t3"), "{line}");
}

#[tokio::test]
async fn a_missing_queue_refuses_the_subscription_and_nothing_else() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    let mut subscription = bench.subscribe(&queue, 1, 1).await;
    let error =
        bench.broker.subscribe(request("amqp-adapter.no-such-queue", 1, 1)).await.expect_err("missing");
    assert_eq!(error.kind(), BrokerErrorKind::NotFound);
    assert!(error.to_string().contains("amqp-adapter.no-such-queue"), "{error}");
    bench.send(&queue, "still here").await;
    assert_eq!(text(&arrival(&mut subscription).await), "still here");
}

#[tokio::test]
async fn a_subscription_that_we_cancel_ends_after_what_was_already_sent() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    for number in 0..10 {
        bench.send(&queue, &number.to_string()).await;
    }
    let mut subscription = bench.subscribe(&queue, 10, 1).await;
    let first = arrival(&mut subscription).await;
    subscription.channel.cancel().await.expect("cancelled");
    // Still settled on the open channel.
    assert_eq!(first.unsettled.ack(), acemq::__testing::Settled::Sent);
    assert_eq!(ended(&mut subscription).await, Ended::Cancelled);
}

#[tokio::test]
async fn a_queue_that_is_deleted_ends_it_as_cancelled_by_the_broker() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    let mut subscription = bench.subscribe(&queue, 10, 1).await;
    rabbitmqctl(&["-q", "delete_queue", &queue]);
    assert_eq!(ended(&mut subscription).await, Ended::CancelledByBroker);
}

#[tokio::test]
async fn a_channel_that_the_broker_closes_ends_it_with_the_brokers_words() {
    let bench = Bench::new().await;
    let (queue, other) = (bench.classic().await, bench.classic().await);
    let mut subscription = bench.subscribe(&queue, 10, 1).await;
    let mut neighbour = bench.subscribe(&other, 10, 1).await;
    bench.send(&queue, "x").await;
    let arrived = arrival(&mut subscription).await;
    // A tag that was never delivered: what a wrong ack of ours would look like.
    assert_eq!(subscription.channel.ack(77), acemq::__testing::Settled::Sent);
    match ended(&mut subscription).await {
        Ended::ChannelClosed(words) => assert!(words.contains("unknown delivery tag 77"), "{words}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(arrived.unsettled.ack(), acemq::__testing::Settled::Stale);
    subscription.channel.flush().await;
    subscription.channel.close().await;
    bench.send(&other, "y").await;
    assert_eq!(text(&arrival(&mut neighbour).await), "y");
}

#[tokio::test]
async fn declarations_say_what_is_wrong_and_close_nobodys_channel() {
    let bench = Bench::new().await;
    let queue = bench.queue(quorum()).await;
    let mut subscription = bench.subscribe(&queue, 10, 1).await;
    let again = Object::Queue { name: queue.clone(), arguments: quorum() };
    bench.broker.declare(&again).await.expect("the same once more");
    let other = Object::Queue {
        name: queue.clone(),
        arguments: [("x-queue-type".into(), Value::from("classic"))].into(),
    };
    let error = bench.broker.declare(&other).await.expect_err("another type");
    assert_eq!(error.kind(), BrokerErrorKind::Mismatch);
    assert!(error.to_string().contains(&queue), "{error}");
    let unbound = Object::Binding {
        queue: queue.clone(),
        exchange: unique("exchange"),
        routing_key: String::new(),
        arguments: Table::new(),
    };
    assert_eq!(bench.broker.declare(&unbound).await.expect_err("missing").kind(), BrokerErrorKind::NotFound);
    bench.send(&queue, "still here").await;
    assert_eq!(text(&arrival(&mut subscription).await), "still here");
}

#[tokio::test]
async fn look_ups_count_and_declare_nothing() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    bench.send(&queue, "x").await;
    bench.ready(&queue, 1).await;
    assert_eq!(bench.broker.look_up_queue(&unique("missing")).await, Ok(None));
    let exchange = unique("exchange");
    assert_eq!(bench.broker.look_up_exchange(&exchange).await, Ok(false));
    for kind in [ExchangeKind::Topic, ExchangeKind::Headers] {
        let name = unique("exchange");
        bench.broker.declare(&Object::Exchange { name: name.clone(), kind }).await.expect("an exchange");
        assert_eq!(bench.broker.look_up_exchange(&name).await, Ok(true));
    }
    assert_eq!(bench.broker.look_up_exchange("").await, Ok(true));
    let _subscription = bench.subscribe(&queue, 1, 1).await;
    let facts = bench.broker.look_up_queue(&queue).await.expect("a look-up").expect("a queue");
    assert_eq!((facts.messages, facts.consumers), (0, 1));
}

#[tokio::test]
async fn thousands_of_failed_look_ups_cost_no_listener() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    let mut subscription = bench.subscribe(&queue, 10, 1).await;
    // More than a connection has channel numbers; each failure spends one.
    for _ in 0..2100 {
        assert_eq!(bench.broker.look_up_queue("amqp-adapter.no-such-queue").await, Ok(None));
    }
    bench.send(&queue, "still here").await;
    assert_eq!(text(&arrival(&mut subscription).await), "still here");
    bench.broker.close(std::time::Duration::from_secs(5)).await;
}
