//! Times to live, and where a message goes that nobody handled.

use acemq::__testing::{ExchangeKind, Object, Value};

use crate::{
    harness::{Bench, PUBLISH_ID, as_published, dead_letters_to, publication, quorum, sent, table},
    publishing::{every_kind, every_property},
};

/// The rung's time to live in these cases: short enough for a real broker, long enough to be seen.
const TTL: i64 = 100;

pub(crate) async fn a_message_walks_home_from_a_classic_rung_unchanged(bench: Bench) {
    walk_home(&bench, "retry.100ms", &[]).await;
}

pub(crate) async fn a_message_walks_home_from_a_quorum_rung_unchanged(bench: Bench) {
    let arguments = quorum(&[
        ("x-dead-letter-strategy", Value::from("at-least-once")),
        ("x-overflow", Value::from("reject-publish")),
    ]);
    walk_home(&bench, "retry.100ms.quorum", &arguments).await;
}

/// Into a rung of the wire contract, and home through `acemq.retry`.
async fn walk_home(bench: &Bench, rung: &str, more: &[(&str, Value)]) {
    let home = bench.queue("home", &quorum(&[])).await;
    bench.declare(Object::Exchange { name: "acemq.retry".to_owned(), kind: ExchangeKind::Direct }).await;
    bench.bind(&home, "acemq.retry", &home, &[]).await;
    let mut arguments = vec![
        ("x-message-ttl", Value::I64(TTL)),
        ("x-dead-letter-exchange", Value::from("acemq.retry")),
        ("x-dead-letter-routing-key", Value::from(&*home)),
    ];
    arguments.extend_from_slice(more);
    let rung = bench.queue(rung, &arguments).await;
    let mut consumer = bench.consume(&home, 10).await;

    let start = tokio::time::Instant::now();
    let mut message = publication("", &rung, "");
    message.properties = every_property();
    message.headers = every_kind();
    message.body = (0..=255).rev().collect::<Vec<u8>>().into();
    bench.publish(message.clone()).await.expect("routed");
    bench.fill(&rung, ["second", "third"]).await;

    let arrival = consumer.next().await;
    let waited = i64::try_from(start.elapsed().as_millis()).expect("not that long");
    assert!(waited >= TTL, "home after {waited} ms, never before {TTL}");
    let delivery = &arrival.delivery;
    assert_eq!((&*delivery.exchange, &*delivery.routing_key), ("acemq.retry", &*home));
    assert!(!delivery.redelivered, "the hop home is a new delivery");
    assert_eq!(delivery.properties, message.properties);
    assert_eq!(as_published(&delivery.headers), message.headers);
    assert_eq!(delivery.body, message.body);
    sent(arrival.unsettled.ack());
    assert_eq!(consumer.bodies(2).await, ["second", "third"]);
    consumer.nothing().await;
}

pub(crate) async fn the_shorter_of_two_times_to_live_counts(bench: Bench) {
    let dead = bench.queue("dead", &[]).await;
    let mut arguments = dead_letters_to(&dead);
    arguments.push(("x-message-ttl", Value::I32(60_000)));
    let long_queue = bench.queue("long", &arguments).await;
    *arguments.last_mut().expect("the time to live") = ("x-message-ttl", Value::I32(50));
    let short_queue = bench.queue("short", &arguments).await;
    for (queue, expiration) in [(&long_queue, "50"), (&short_queue, "60000")] {
        let mut message = publication("", queue, queue);
        message.properties.expiration = Some(expiration.into());
        bench.publish(message).await.expect("routed");
    }
    let mut bodies = bench.consume(&dead, 5).await.bodies(2).await;
    bodies.sort_unstable();
    assert_eq!(bodies, [long_queue, short_queue]);
}

pub(crate) async fn only_the_head_of_a_queue_expires(bench: Bench) {
    let dead = bench.queue("dead", &[]).await;
    let queue = bench.queue("q", &dead_letters_to(&dead)).await;
    bench.fill(&queue, ["stays"]).await;
    let mut message = publication("", &queue, "expires");
    message.properties.expiration = Some("20".into());
    bench.publish(message).await.expect("routed");

    let mut consumer = bench.consume(&dead, 5).await;
    consumer.nothing().await;
    assert_eq!(bench.ready(&queue).await, 2);

    let (bodies, arrivals) = bench.consume(&queue, 1).await.take(1).await;
    assert_eq!(bodies, ["stays"]);
    assert_eq!(consumer.bodies(1).await, ["expires"]);
    drop(arrivals);
}

pub(crate) async fn a_time_to_live_of_zero_reaches_a_waiting_consumer(bench: Bench) {
    let queue = bench.queue("q", &[("x-message-ttl", Value::I32(0))]).await;
    let mut consumer = bench.consume(&queue, 1).await;
    bench.fill(&queue, ["x"]).await;
    let (bodies, _unsettled) = consumer.take(1).await;
    assert_eq!(bodies, ["x"]);
    bench.fill(&queue, ["nobody has room for it"]).await;
    bench.until_ready(&queue, 0).await;
}

pub(crate) async fn a_dead_letter_says_where_it_died(bench: Bench) {
    let dead = bench.queue("dead", &[]).await;
    let mut arguments = dead_letters_to(&dead);
    arguments.push(("x-message-ttl", Value::I32(60_000)));
    let queue = bench.queue("q", &arguments).await;
    let mut message = publication("", &queue, "x");
    message.properties.expiration = Some("20".into());
    message.headers = table(&[("kept", Value::I32(1))]);
    bench.publish(message).await.expect("routed");

    let arrival = bench.consume(&dead, 1).await.next().await;
    assert_eq!(arrival.delivery.properties.expiration, None);
    let mut headers = (*arrival.delivery.headers).clone();
    let Some(Value::List(mut deaths)) = headers.remove("x-death") else { panic!("no x-death: {headers:?}") };
    let Some(Value::Table(mut death)) = deaths.pop() else { panic!("no death") };
    assert!(deaths.is_empty());
    let Some(Value::Timestamp(_)) = death.remove("time") else { panic!("no time: {death:?}") };
    let expected = [
        ("count", Value::I64(1)),
        ("reason", Value::from("expired")),
        ("queue", Value::from(&*queue)),
        ("exchange", Value::from("")),
        ("routing-keys", Value::List(vec![Value::from(&*queue)])),
        ("original-expiration", Value::from("20")),
    ];
    assert_eq!(death, table(&expected));
    headers.retain(|name, _| !name.starts_with("x-last-death-") && &**name != PUBLISH_ID);
    let expected = [
        ("kept", Value::I32(1)),
        ("x-first-death-reason", Value::from("expired")),
        ("x-first-death-queue", Value::from(&*queue)),
        ("x-first-death-exchange", Value::from("")),
    ];
    assert_eq!(headers, table(&expected));
    sent(arrival.unsettled.ack());
}

pub(crate) async fn a_message_that_expires_in_a_circle_is_dropped(bench: Bench) {
    let name = bench.name("circle");
    let mut arguments = dead_letters_to(&name);
    arguments.push(("x-message-ttl", Value::I32(30)));
    let queue = bench.queue("circle", &arguments).await;
    assert_eq!(queue, name);
    bench.fill(&queue, ["x"]).await;
    bench.until_ready(&queue, 0).await;
    bench.consume(&queue, 1).await.nothing().await;
}

pub(crate) async fn a_rejection_breaks_the_circle(bench: Bench) {
    let home = bench.name("home");
    let mut arguments = dead_letters_to(&home);
    arguments.push(("x-message-ttl", Value::I32(30)));
    let rung = bench.queue("rung", &arguments).await;
    bench.queue("home", &dead_letters_to(&rung)).await;
    bench.fill(&home, ["x"]).await;
    let mut consumer = bench.consume(&home, 1).await;
    for round in 0..3_i64 {
        let arrival = consumer.next().await;
        let counts = arrival.delivery.headers.get("x-death").map(deaths_by_queue);
        let count = Value::I64(round);
        let expected = [(Value::from(&*rung), count.clone()), (Value::from(&*home), count)];
        assert_eq!(counts, (round > 0).then(|| expected.to_vec()));
        sent(arrival.unsettled.reject());
    }
    sent(consumer.next().await.unsettled.ack());
}

/// Queue and count of each entry of `x-death`, the newest first.
fn deaths_by_queue(deaths: &Value) -> Vec<(Value, Value)> {
    let Value::List(deaths) = deaths else { panic!("not a list: {deaths:?}") };
    let entry = |death: &Value| {
        let Value::Table(death) = death else { panic!("not a table: {death:?}") };
        (death["queue"].clone(), death["count"].clone())
    };
    deaths.iter().map(entry).collect()
}

pub(crate) async fn a_full_queue_gives_up_its_oldest_message(bench: Bench) {
    let dead = bench.queue("dead", &[]).await;
    let mut arguments = dead_letters_to(&dead);
    arguments.push(("x-max-length", Value::I32(2)));
    let queue = bench.queue("q", &arguments).await;
    bench.fill(&queue, ["1", "2", "3"]).await;
    let arrival = bench.consume(&dead, 1).await.next().await;
    assert_eq!(&arrival.delivery.body[..], b"1");
    assert_eq!(arrival.delivery.headers.get("x-first-death-reason"), Some(&Value::from("maxlen")));
    sent(arrival.unsettled.ack());
    assert_eq!(bench.consume(&queue, 5).await.bodies(2).await, ["2", "3"]);
}
