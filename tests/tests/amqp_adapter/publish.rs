//! Publishing: confirmed and routed, or an error that is the publish's own.

use std::time::Duration;

use acemq::__testing::{
    ExchangeKind, Fate, Lane, Object, Properties, Publication, PublishError, Settled, Value,
};
use futures_util::{FutureExt, StreamExt, stream::FuturesUnordered};

use crate::support::{Bench, PATIENCE, arrival, is_unroutable, text, to_exchange, to_queue, unique};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_four_thousand_in_flight_exactly_the_unroutable_tenth_fails() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    let nowhere = unique("nowhere");
    for round in 0..3 {
        let tasks: Vec<_> = (0..4000)
            .map(|number| {
                let to = if number % 10 == round { &nowhere } else { &queue };
                tokio::spawn(bench.broker.publish(to_queue(to, "x")))
            })
            .collect();
        for (number, task) in tasks.into_iter().enumerate() {
            let result = task.await.expect("no panic");
            if number % 10 == round {
                assert!(is_unroutable(&result), "{number}: {result:?}");
            } else {
                assert_eq!(result, Ok(()), "{number}");
            }
        }
    }
    bench.ready(&queue, 3 * 3600).await;
}

#[tokio::test]
async fn publishers_that_wait_one_by_one_each_learn_their_own_ending() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    for number in 0..50 {
        let to = if number % 2 == 0 { &queue } else { "amqp-adapter.nowhere" };
        let result = bench.broker.publish(to_queue(to, "x")).await;
        assert_eq!(is_unroutable(&result), number % 2 == 1, "{result:?}");
    }
}

#[tokio::test]
async fn a_missing_exchange_fails_its_own_publish_and_no_neighbour() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    let missing = unique("exchange");
    let mut results: FuturesUnordered<_> = (0..200)
        .map(|number| {
            let exchange = if number % 4 == 0 { &missing } else { "" };
            let publish = bench.broker.publish(to_exchange(exchange, &queue, "x"));
            async move { (number, publish.await) }
        })
        .collect();
    while let Some((number, result)) = results.next().await {
        if number % 4 == 0 {
            assert_eq!(result, Err(PublishError::NoExchange { exchange: missing.clone() }));
        } else {
            assert_eq!(result, Ok(()));
        }
    }
    // It is not remembered as missing.
    bench
        .broker
        .declare(&Object::Exchange { name: missing.clone(), kind: ExchangeKind::Fanout })
        .await
        .expect("it");
    let result = bench.broker.publish(to_exchange(&missing, "", "x")).await;
    assert!(is_unroutable(&result), "{result:?}");
}

#[tokio::test]
async fn an_exchange_that_is_deleted_behind_our_back_is_noticed() {
    let bench = Bench::new().await;
    let (queue, exchange) = (bench.classic().await, unique("exchange"));
    bench
        .broker
        .declare(&Object::Exchange { name: exchange.clone(), kind: ExchangeKind::Fanout })
        .await
        .expect("it");
    let binding = Object::Binding {
        queue: queue.clone(),
        exchange: exchange.clone(),
        routing_key: String::new(),
        arguments: acemq::__testing::Table::new(),
    };
    bench.broker.declare(&binding).await.expect("a binding");
    assert_eq!(bench.broker.publish(to_exchange(&exchange, "", "x")).await, Ok(()));
    delete_exchange(&exchange);
    for _ in 0..2 {
        let result = bench.broker.publish(to_exchange(&exchange, "", "x")).await;
        assert_eq!(result, Err(PublishError::NoExchange { exchange: exchange.clone() }));
    }
    // The channel that it closed is replaced.
    bench.send(&queue, "still").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_the_broker_refuses_names_its_exchange_and_costs_no_settlement_copy() {
    let bench = Bench::new().await;
    let (queue, exchange) = (bench.classic().await, unique("internal"));
    let code = format!(
        "rabbit_exchange:declare(rabbit_misc:r(<<\"/\">>, exchange, <<\"{exchange}\">>), direct, false, false, true, \
         [], <<\"test\">>)."
    );
    crate::support::rabbitmqctl(&["eval", &code]);
    let publish = |lane, exchange: &str| {
        bench.broker.publish(Publication { lane, deadline: None, ..to_exchange(exchange, &queue, "x") })
    };
    for _ in 0..3 {
        let copies: Vec<_> = (0..1000).map(|_| tokio::spawn(publish(Lane::Settlement, ""))).collect();
        match publish(Lane::Republish, &exchange).await {
            Err(PublishError::Refused { exchange: named, cause, fate: Fate::NotSent }) => {
                assert_eq!(named, exchange);
                assert!(cause.contains("internal"), "{cause}");
            }
            other => panic!("{other:?}"),
        }
        for copy in copies {
            assert_eq!(copy.await.expect("no panic"), Ok(()));
        }
    }
    bench.ready(&queue, 3000).await;
}

fn delete_exchange(name: &str) {
    let code = format!(
        "rabbit_exchange:delete(rabbit_misc:r(<<\"/\">>, exchange, <<\"{name}\">>), false, <<\"test\">>)."
    );
    crate::support::rabbitmqctl(&["eval", &code]);
}

#[tokio::test]
async fn what_the_broker_would_close_a_channel_for_is_refused_before_it_is_sent() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    let with = |change: fn(&mut Publication)| {
        let mut publication = to_queue(&queue, "x");
        change(&mut publication);
        bench.broker.publish(publication)
    };
    let refused = [
        with(|it| it.properties.user_id = Some("somebody-else".into())),
        with(|it| it.properties.expiration = Some("soon".into())),
        with(|it| drop(it.headers.insert("CC".into(), Value::List(vec![Value::from("other")])))),
        with(|it| it.routing_key = "k".repeat(256).into()),
        with(|it| drop(it.headers.insert("huge".into(), Value::from("x".repeat(200_000))))),
    ];
    for publish in refused {
        let result = publish.await;
        assert!(matches!(result, Err(PublishError::Invalid { .. })), "{result:?}");
    }
    assert_eq!(with(|it| it.properties.user_id = Some("guest".into())).await, Ok(()));
    assert_eq!(with(|it| it.properties.expiration = Some("60000".into())).await, Ok(()));
}

#[tokio::test]
async fn a_full_queue_that_rejects_publishes_answers_nacked() {
    let bench = Bench::new().await;
    let arguments =
        [("x-max-length".into(), Value::I32(1)), ("x-overflow".into(), Value::from("reject-publish"))];
    let queue = bench.queue(arguments.into()).await;
    bench.send(&queue, "fits").await;
    let result = bench.broker.publish(to_queue(&queue, "does not")).await;
    assert_eq!(result, Err(PublishError::Nacked { exchange: String::new(), routing_key: queue }));
}

#[tokio::test]
async fn every_property_and_header_and_the_bytes_arrive() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    let mut publication = to_queue(&queue, "");
    let mut properties = Properties::default();
    properties.content_type = Some("application/json".into());
    properties.content_encoding = Some("identity".into());
    properties.delivery_mode = Some(2);
    properties.priority = Some(7);
    properties.correlation_id = Some("c".into());
    properties.reply_to = Some("r".into());
    properties.message_id = Some("m".into());
    properties.timestamp = Some(1_700_000_000);
    properties.kind = Some("k".into());
    properties.app_id = Some("a".into());
    properties.cluster_id = Some("l".into());
    publication.properties = properties.clone();
    publication.headers = [
        ("list".into(), Value::List(vec![Value::I8(-1), Value::Void, Value::Bool(true)])),
        ("number".into(), Value::I64(i64::MIN)),
        ("short".into(), Value::U16(3)),
        ("text".into(), Value::from("grüße")),
        ("bytes".into(), Value::Bytes(vec![0, 255].into())),
    ]
    .into();
    publication.body = (0..=255).cycle().take(300_000).collect::<Vec<u8>>().into();
    bench.broker.publish(publication.clone()).await.expect("confirmed and routed");
    let mut subscription = bench.subscribe(&queue, 1, 1).await;
    let arrived = arrival(&mut subscription).await.delivery;
    assert_eq!(arrived.body, publication.body);
    assert_eq!(arrived.properties, properties);
    let mut headers = (*arrived.headers).clone();
    assert!(headers.remove("acemq-publish-id").is_some());
    assert_eq!(headers, publication.headers);
    assert_eq!((&*arrived.exchange, &*arrived.routing_key, arrived.redelivered), ("", &*queue, false));
}

#[tokio::test]
async fn the_messages_of_one_publisher_keep_their_order() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    bench.send(&queue, "opens the channel").await;
    let mut first = bench.subscribe(&queue, 1, 1).await;
    assert_eq!(arrival(&mut first).await.unsettled.ack(), Settled::Sent);
    first.channel.close().await;
    let mut publishes: Vec<_> = (0..500)
        .map(|number| Box::pin(bench.broker.publish(to_queue(&queue, &number.to_string()))))
        .collect();
    // Each is looked at once, in order; then they are waited for.
    let looked: Vec<_> = publishes.iter_mut().map(FutureExt::now_or_never).collect();
    for (publish, looked) in publishes.into_iter().zip(looked) {
        let result = match looked {
            Some(result) => result,
            None => publish.await,
        };
        assert_eq!(result, Ok(()));
    }
    let mut subscription = bench.subscribe(&queue, 1000, 1).await;
    for number in 0..500 {
        assert_eq!(text(&arrival(&mut subscription).await), number.to_string());
    }
}

#[tokio::test]
async fn a_publisher_that_stops_waiting_gives_its_slot_back_with_the_confirm() {
    let bench = Bench::new().await;
    let mut options = bench.options.clone();
    options.max_outstanding_publishes = 1;
    let narrow = acemq::__testing::connect(&options).await.expect("a broker");
    let queue = bench.classic().await;
    for _ in 0..20 {
        let mut publish = Box::pin(narrow.publish(to_queue(&queue, "x")));
        // Looked at once or twice, and confirmed or not: it is dropped.
        tokio::time::timeout(Duration::from_micros(100), &mut publish).await.ok();
        drop(publish);
    }
    narrow.publish(to_queue(&queue, "last")).await.expect("a slot");
    narrow.close(PATIENCE).await;
}

#[tokio::test]
async fn a_deadline_before_anything_was_sent_says_so() {
    let bench = Bench::new().await;
    let mut publication = to_queue(&unique("q"), "x");
    publication.deadline = Some(Duration::ZERO);
    publication.lane = Lane::Settlement;
    match bench.broker.publish(publication).await {
        Err(PublishError::Timeout { fate, .. } | PublishError::ConnectionLost { fate, .. }) => {
            assert_eq!(fate, Fate::NotSent);
        }
        other => panic!("{other:?}"),
    }
}
