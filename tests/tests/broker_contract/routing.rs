//! Where each kind of exchange sends a message.

use acemq::__testing::{ExchangeKind, PublishError, Value};

use crate::harness::{Bench, publication, table};

pub(crate) async fn the_default_exchange_routes_to_the_queue_of_that_name(bench: Bench) {
    let (one, other) = (bench.queue("one", &[]).await, bench.queue("other", &[]).await);
    bench.fill(&one, ["x"]).await;
    assert_eq!(bench.consume(&one, 1).await.bodies(1).await, ["x"]);
    assert_eq!(bench.ready(&other).await, 0);
}

pub(crate) async fn a_direct_exchange_routes_by_the_whole_key(bench: Bench) {
    let exchange = bench.exchange("x", ExchangeKind::Direct).await;
    let (a, b) = (bench.queue("a", &[]).await, bench.queue("b", &[]).await);
    bench.bind(&a, &exchange, "orders.*", &[]).await;
    bench.bind(&b, &exchange, "orders.eu", &[]).await;
    for key in ["orders.eu", "orders.*"] {
        bench.publish(publication(&exchange, key, key)).await.expect("routed");
    }
    assert_eq!(bench.consume(&a, 1).await.bodies(1).await, ["orders.*"]);
    let mut consumer = bench.consume(&b, 1).await;
    assert_eq!(consumer.bodies(1).await, ["orders.eu"]);
    consumer.nothing().await;
}

pub(crate) async fn a_topic_exchange_routes_by_words(bench: Bench) {
    let exchange = bench.exchange("x", ExchangeKind::Topic).await;
    let queue = bench.queue("q", &[]).await;
    for (number, (pattern, key, matches)) in [
        ("orders.*.paid", "orders.eu.paid", true),
        ("orders.*.paid", "orders.paid", false),
        ("orders.#", "orders", true),
        ("orders.#", "orders.eu.north", true),
        ("#.paid", "orders.paid.late", false),
        ("a.*", "a.", true),
        ("*.*", ".", true),
        ("*", "", false),
        ("#.*.#", "", false),
        ("", "", true),
        ("b*", "bc", false),
    ]
    .into_iter()
    .enumerate()
    {
        let exchange = if number == 0 {
            exchange.clone()
        } else {
            bench.exchange(&format!("x{number}"), ExchangeKind::Topic).await
        };
        bench.bind(&queue, &exchange, pattern, &[]).await;
        let routed = bench.publish(publication(&exchange, key, "x")).await.is_ok();
        assert_eq!(routed, matches, "{pattern:?} against {key:?}");
    }
}

pub(crate) async fn a_fanout_exchange_routes_to_every_queue(bench: Bench) {
    let exchange = bench.exchange("x", ExchangeKind::Fanout).await;
    let (one, other) = (bench.queue("one", &[]).await, bench.queue("other", &[]).await);
    bench.bind(&one, &exchange, "", &[]).await;
    bench.bind(&other, &exchange, "ignored", &[]).await;
    bench.publish(publication(&exchange, "any", "x")).await.expect("routed");
    for queue in [one, other] {
        assert_eq!(bench.consume(&queue, 1).await.bodies(1).await, ["x"]);
    }
}

pub(crate) async fn a_headers_exchange_routes_by_header_values(bench: Bench) {
    let headers = table(&[("a", Value::I32(1)), ("b", Value::from("2")), ("x-c", Value::from("3"))]);
    let queue = bench.queue("q", &[]).await;
    for (number, (x_match, arguments, matches)) in [
        ("all", vec![("a", Value::I32(1)), ("b", Value::from("2"))], true),
        ("all", vec![("a", Value::I32(1)), ("b", Value::from("other"))], false),
        ("all", vec![("a", Value::I32(1)), ("x-c", Value::from("other"))], true),
        ("all", vec![], true),
        ("any", vec![("a", Value::I32(1)), ("b", Value::from("other"))], true),
        ("any", vec![("a", Value::I32(2))], false),
        ("any", vec![("x-c", Value::from("3"))], false),
        ("all-with-x", vec![("a", Value::I32(1)), ("x-c", Value::from("other"))], false),
        ("any-with-x", vec![("x-c", Value::from("3"))], true),
        ("all", vec![("b", Value::Void)], true),
        ("all", vec![("d", Value::Void)], false),
    ]
    .into_iter()
    .enumerate()
    {
        let exchange = bench.exchange(&format!("x{number}"), ExchangeKind::Headers).await;
        let mut arguments = arguments;
        arguments.push(("x-match", Value::from(x_match)));
        bench.bind(&queue, &exchange, "", &arguments).await;
        let mut message = publication(&exchange, "", "x");
        message.headers = headers.clone();
        assert_eq!(bench.publish(message).await.is_ok(), matches, "{arguments:?}");
    }
}

pub(crate) async fn a_queue_that_two_bindings_match_gets_one_copy(bench: Bench) {
    let exchange = bench.exchange("x", ExchangeKind::Topic).await;
    let queue = bench.queue("q", &[]).await;
    for pattern in ["#", "a.*", "a.b"] {
        bench.bind(&queue, &exchange, pattern, &[]).await;
    }
    bench.publish(publication(&exchange, "a.b", "x")).await.expect("routed");
    let mut consumer = bench.consume(&queue, 5).await;
    assert_eq!(consumer.bodies(1).await, ["x"]);
    consumer.nothing().await;
}

pub(crate) async fn the_exchanges_of_every_broker_are_there(bench: Bench) {
    for exchange in ["", "amq.direct", "amq.topic", "amq.fanout", "amq.headers", "amq.match"] {
        let there = bench.broker.look_up_exchange(exchange).await.expect("an answer");
        assert!(there, "{exchange:?}");
    }
    let queue = bench.queue("q", &[]).await;
    bench.bind(&queue, "amq.direct", &queue, &[]).await;
    bench.publish(publication("amq.direct", &queue, "x")).await.expect("routed");
    let unroutable = bench.publish(publication("amq.direct", &bench.name("nobody"), "x")).await;
    assert!(matches!(unroutable, Err(PublishError::Unroutable { .. })), "{unroutable:?}");
}
