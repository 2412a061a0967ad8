//! What a publish answers, and what arrives of it.

use acemq::__testing::{Properties, PublishError, Value};
use futures_util::future::join_all;

use crate::harness::{Bench, as_published, publication, quorum, sent, soon, table};

/// One header of every kind that AMQP carries.
pub(crate) fn every_kind() -> acemq::__testing::Table {
    table(&[
        ("bool", Value::Bool(true)),
        ("i8", Value::I8(-8)),
        ("u8", Value::U8(200)),
        ("i16", Value::I16(-16_000)),
        ("u16", Value::U16(60_000)),
        ("i32", Value::I32(-2_000_000_000)),
        ("u32", Value::U32(4_000_000_000)),
        ("i64", Value::I64(i64::MIN)),
        ("f32", Value::F32(1.5)),
        ("f64", Value::F64(-0.1)),
        ("decimal", Value::Decimal { scale: 2, value: 314 }),
        ("text", Value::from("grüße")),
        ("empty", Value::from("")),
        ("raw", Value::RawText(vec![0xff, 0xfe, 0].into())),
        ("bytes", Value::Bytes(vec![0, 1, 2, 255].into())),
        ("timestamp", Value::Timestamp(1_700_000_000)),
        ("list", Value::List(vec![Value::I32(1), Value::from("two"), Value::List(vec![Value::Void])])),
        ("table", Value::Table(table(&[("inner", Value::I64(7)), ("none", Value::Void)]))),
        ("void", Value::Void),
    ])
}

/// Every property but `expiration`.
pub(crate) fn every_property() -> Properties {
    let mut properties = Properties::default();
    properties.content_type = Some("application/json".into());
    properties.content_encoding = Some("gzip".into());
    properties.delivery_mode = Some(2);
    properties.priority = Some(7);
    properties.correlation_id = Some("correlation".into());
    properties.reply_to = Some("answers".into());
    properties.message_id = Some("message".into());
    properties.timestamp = Some(1_700_000_000);
    properties.kind = Some("order.placed".into());
    properties.user_id = Some("guest".into());
    properties.app_id = Some("shop".into());
    properties.cluster_id = Some("cluster".into());
    properties
}

pub(crate) async fn a_routed_message_is_confirmed_and_arrives_as_it_was_sent(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    let mut message = publication("", &queue, "");
    message.properties = every_property();
    message.properties.expiration = Some("60000".into());
    message.headers = every_kind();
    message.body = (0..=255).collect::<Vec<u8>>().into();
    bench.publish(message.clone()).await.expect("confirmed and routed");

    let arrival = bench.consume(&queue, 1).await.next().await;
    let delivery = &arrival.delivery;
    assert_eq!((&*delivery.exchange, &*delivery.routing_key), ("", &*queue));
    assert!(!delivery.redelivered);
    assert_eq!(delivery.properties, message.properties);
    assert_eq!(as_published(&delivery.headers), message.headers);
    assert_eq!(delivery.body, message.body);
    sent(arrival.unsettled.ack());
}

pub(crate) async fn a_message_that_no_queue_takes_is_unroutable(bench: Bench) {
    let missing = bench.name("missing");
    let exchange = bench.exchange("x", acemq::__testing::ExchangeKind::Direct).await;
    for (exchange, key) in [("", &*missing), (&*exchange, "nobody")] {
        let unroutable =
            PublishError::Unroutable { exchange: exchange.to_owned(), routing_key: key.to_owned() };
        assert_eq!(bench.publish(publication(exchange, key, "x")).await, Err(unroutable));
    }
}

pub(crate) async fn a_missing_exchange_is_named_and_harms_no_neighbour(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    let exchange = bench.name("missing");
    let all = [
        publication("", &queue, "before"),
        publication(&exchange, "k", "x"),
        publication("", &queue, "after"),
    ]
    .map(|message| bench.broker.publish(message));
    let answers = soon("three publishes", join_all(all)).await;
    assert_eq!(answers, [Ok(()), Err(PublishError::NoExchange { exchange }), Ok(())]);
}

pub(crate) async fn of_a_thousand_in_flight_exactly_the_unroutable_fail(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    let missing = bench.name("missing");
    let is_unroutable = |number: usize| number % 10 == 3;
    let all = (0..1_000).map(|number| {
        let target = if is_unroutable(number) { &missing } else { &queue };
        bench.broker.publish(publication("", target, &number.to_string()))
    });
    let answers = soon("a thousand publishes", join_all(all)).await;
    for (number, answer) in answers.iter().enumerate() {
        let failed = matches!(answer, Err(PublishError::Unroutable { .. }));
        assert_eq!(failed, is_unroutable(number), "publish {number}: {answer:?}");
        assert_eq!(answer.is_ok(), !is_unroutable(number), "publish {number}: {answer:?}");
    }
    let mut arrived: Vec<usize> = bench
        .consume(&queue, 100)
        .await
        .bodies(900)
        .await
        .iter()
        .map(|body| body.parse().expect("a number"))
        .collect();
    arrived.sort_unstable();
    assert_eq!(arrived, (0..1_000).filter(|number| !is_unroutable(*number)).collect::<Vec<_>>());
}

pub(crate) async fn what_the_broker_would_refuse_is_invalid_and_harms_no_neighbour(bench: Bench) {
    let queue = bench.queue("q", &[]).await;
    let plain = publication("", &queue, "x");
    let mut expiration = plain.clone();
    expiration.properties.expiration = Some("soon".into());
    let mut user = plain.clone();
    user.properties.user_id = Some("somebody-else".into());
    let all = [plain.clone(), expiration, user, plain].map(|message| bench.broker.publish(message));
    let answers = soon("four publishes", join_all(all)).await;
    assert!(
        matches!(
            &*answers,
            [Ok(()), Err(PublishError::Invalid { .. }), Err(PublishError::Invalid { .. }), Ok(())]
        ),
        "{answers:?}"
    );
}

pub(crate) async fn a_full_queue_that_rejects_publishes_refuses_the_message(bench: Bench) {
    let arguments = [("x-max-length", Value::I32(1)), ("x-overflow", Value::from("reject-publish"))];
    let queue = bench.queue("q", &arguments).await;
    bench.fill(&queue, ["first"]).await;
    let nacked = PublishError::Nacked { exchange: String::new(), routing_key: queue.clone() };
    assert_eq!(bench.publish(publication("", &queue, "second")).await, Err(nacked));

    let mut consumer = bench.consume(&queue, 1).await;
    assert_eq!(consumer.bodies(1).await, ["first"]);
    consumer.nothing().await;
    bench.fill(&queue, ["third"]).await;
    assert_eq!(consumer.bodies(1).await, ["third"]);
}

/// One after the other, each confirmed before the next: what is in flight together may overtake.
pub(crate) async fn the_messages_of_one_publisher_keep_their_order(bench: Bench) {
    let queue = bench.queue("q", &quorum(&[])).await;
    bench.fill(&queue, 0..50).await;
    let expected: Vec<String> = (0..50).map(|number| number.to_string()).collect();
    assert_eq!(bench.consume(&queue, 10).await.bodies(50).await, expected);
}
