//! Declarations, redeclarations and look-ups.

use acemq::__testing::{BrokerError, BrokerErrorKind, ExchangeKind, Link, Object, Table, Value};

use crate::harness::{Bench, quorum, soon, table};

async fn refusal(bench: &Bench, object: Object) -> BrokerError {
    soon("declaring", bench.broker.declare(&object)).await.expect_err("a declaration that is refused")
}

pub(crate) async fn a_second_declaration_of_the_same_changes_nothing(bench: Bench) {
    let exchange = bench.exchange("x", ExchangeKind::Topic).await;
    assert_eq!(bench.exchange("x", ExchangeKind::Topic).await, exchange);
    let queue = bench.queue("q", &[("x-message-ttl", Value::I32(60_000))]).await;
    bench.fill(&queue, ["x"]).await;
    // One time to live in another integer width, and the default kind by name.
    bench
        .queue("q", &[("x-message-ttl", Value::I64(60_000)), ("x-queue-type", Value::from("classic"))])
        .await;
    for _ in 0..2 {
        bench.bind(&queue, &exchange, "#", &[]).await;
    }
    assert_eq!(bench.ready(&queue).await, 1);
}

pub(crate) async fn a_queue_with_other_arguments_is_a_mismatch(bench: Bench) {
    let ttl = |millis| ("x-message-ttl", Value::I32(millis));
    let dlx = ("x-dead-letter-exchange", Value::from("acemq.dlx"));
    for (number, (there, asked, words)) in [
        (vec![ttl(2)], vec![ttl(1)], "inequivalent arg 'x-message-ttl' for queue 'Q' in vhost '/': received '1' but current is '2'"),
        (vec![ttl(2)], vec![], "inequivalent arg 'x-message-ttl' for queue 'Q' in vhost '/': received none but current is the value '2' of type 'signedint'"),
        (vec![], vec![dlx.clone()], "inequivalent arg 'x-dead-letter-exchange' for queue 'Q' in vhost '/': received the value 'acemq.dlx' of type 'longstr' but current is none"),
        (vec![], quorum(&[]), "inequivalent arg 'x-queue-type' for queue 'Q' in vhost '/': received the value 'quorum' of type 'longstr' but current is none"),
        (quorum(&[]), vec![], "inequivalent arg 'x-queue-type' for queue 'Q' in vhost '/': received none but current is the value 'quorum' of type 'longstr'"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = bench.queue(&format!("q{number}"), &there).await;
        let error = refusal(&bench, Object::Queue { name: name.clone(), arguments: table(&asked) }).await;
        assert_eq!(error.kind(), BrokerErrorKind::Mismatch, "{error}");
        let words = words.replace('Q', &name);
        assert!(error.to_string().contains(&words), "{error}\ndoes not say\n{words}");
    }
}

pub(crate) async fn an_exchange_of_another_kind_is_a_mismatch(bench: Bench) {
    let name = bench.exchange("x", ExchangeKind::Direct).await;
    let error = refusal(&bench, Object::Exchange { name, kind: ExchangeKind::Topic }).await;
    assert_eq!(error.kind(), BrokerErrorKind::Mismatch, "{error}");
    assert!(error.to_string().contains("received 'topic' but current is 'direct'"), "{error}");
}

pub(crate) async fn a_binding_needs_both_of_its_ends(bench: Bench) {
    let missing = bench.name("missing");
    let (queue, exchange) = (bench.queue("q", &[]).await, bench.exchange("x", ExchangeKind::Direct).await);
    for (queue, exchange) in [(&missing, &exchange), (&queue, &missing)] {
        let binding = Object::Binding {
            queue: queue.clone(),
            exchange: exchange.clone(),
            routing_key: "k".to_owned(),
            arguments: Table::new(),
        };
        let error = refusal(&bench, binding).await;
        assert_eq!(error.kind(), BrokerErrorKind::NotFound, "{error}");
        assert!(error.to_string().contains(&missing), "{error}");
    }
}

pub(crate) async fn reserved_names_are_refused(bench: Bench) {
    let name = format!("amq.{}", bench.name("mine"));
    let queue = Object::Queue { name: name.clone(), arguments: Table::new() };
    let exchange = Object::Exchange { name, kind: ExchangeKind::Direct };
    for object in [queue, exchange] {
        let error = refusal(&bench, object).await;
        assert_eq!(error.kind(), BrokerErrorKind::Forbidden, "{error}");
    }
}

pub(crate) async fn a_look_up_tells_and_changes_nothing(bench: Bench) {
    let missing = bench.name("missing");
    for _ in 0..2 {
        let facts = soon("a look-up", bench.broker.look_up_queue(&missing)).await.expect("an answer");
        assert_eq!(facts, None);
        assert!(!soon("a look-up", bench.broker.look_up_exchange(&missing)).await.expect("an answer"));
    }
    let exchange = bench.exchange("x", ExchangeKind::Direct).await;
    assert!(soon("a look-up", bench.broker.look_up_exchange(&exchange)).await.expect("an answer"));

    let queue = bench.queue("q", &[]).await;
    bench.fill(&queue, 1..=3).await;
    let mut consumer = bench.consume(&queue, 1).await;
    let _unsettled = consumer.next().await;
    let facts = soon("a look-up", bench.broker.look_up_queue(&queue)).await.expect("an answer");
    let facts = facts.expect("a queue");
    assert_eq!((facts.messages, facts.consumers), (2, 1));
}

pub(crate) async fn the_whole_topology_of_the_contract_can_be_declared_twice(bench: Bench) {
    let name = |what: &str| bench.name(what);
    let q = name("q");
    let text = |text: &str| Value::from(text);
    let queue =
        |name: String, arguments: &[(&str, Value)]| Object::Queue { name, arguments: table(arguments) };
    let direct = |name: &str| Object::Exchange { name: name.to_owned(), kind: ExchangeKind::Direct };
    let binding = |queue: String, exchange: &str| Object::Binding {
        routing_key: queue.clone(),
        queue,
        exchange: exchange.to_owned(),
        arguments: Table::new(),
    };
    let rung = [
        ("x-message-ttl", Value::I32(30_000)),
        ("x-dead-letter-exchange", text("acemq.retry")),
        ("x-dead-letter-routing-key", text(&q)),
    ];
    let mut quorum_rung = quorum(&rung);
    quorum_rung
        .extend([("x-dead-letter-strategy", text("at-least-once")), ("x-overflow", text("reject-publish"))]);
    let home = quorum(&[
        ("x-dead-letter-exchange", text("acemq.dlx")),
        ("x-dead-letter-routing-key", text(&name("q.dlq"))),
    ]);
    let objects = [
        direct("acemq.dlx"),
        direct("acemq.retry"),
        queue(q.clone(), &home),
        queue(name("q.dlq"), &[]),
        queue(name("q.parked"), &[]),
        binding(name("q.dlq"), "acemq.dlx"),
        binding(name("q.parked"), "acemq.dlx"),
        queue(name("q.retry.30s"), &rung),
        queue(name("q.retry.30s.quorum"), &quorum_rung),
        binding(q.clone(), "acemq.retry"),
    ];
    for object in objects.iter().chain(&objects) {
        soon("declaring", bench.broker.declare(object))
            .await
            .unwrap_or_else(|error| panic!("{object:?}: {error}"));
    }
    bench.fill(&q, ["x"]).await;
    let mut consumer = bench.consume(&q, 1).await;
    crate::harness::sent(consumer.next().await.unsettled.reject());
    assert_eq!(bench.consume(&name("q.dlq"), 1).await.bodies(1).await, ["x"]);
}

pub(crate) async fn a_fresh_link_is_up(bench: Bench) {
    let mut link = bench.broker.link();
    soon("the link", link.wait_for(|link| *link == Link::Up)).await.expect("a broker");
}
