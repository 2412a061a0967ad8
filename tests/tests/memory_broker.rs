//! What the broker inside the process does beyond the contract suite: its switches, its life, and dead letters that wait.

#![allow(clippy::expect_used, clippy::panic, reason = "a case that cannot go on has failed")]

use std::{sync::Arc, time::Duration};

use acemq::__testing::{
    Arrival, Broker, BrokerErrorKind, ConnectOptions, Ended, Event, ExchangeKind, Fate, Lane, Link,
    MemoryControl, Object, Properties, Publication, PublishError, Scheme, Secret, Settled, Subscribe,
    Subscription, Table, Value, connect,
};
use futures_util::{FutureExt, StreamExt};
use tokio::time::Instant;
use uuid::Uuid;

/// How long anything may take, on the paused clock, before the case fails.
const PATIENCE: Duration = Duration::from_hours(48);

const BLOCKED_TIMEOUT: Duration = Duration::from_secs(30);

async fn broker(name: &str) -> Arc<dyn Broker> {
    let options = ConnectOptions {
        scheme: Scheme::Memory,
        host: name.to_owned(),
        port: 5672,
        virtual_host: "/".to_owned(),
        username: "guest".to_owned(),
        password: Secret::new("guest"),
        client_name: "test".to_owned(),
        heartbeat: Duration::ZERO,
        connection_timeout: Duration::from_secs(10),
        confirm_timeout: Duration::from_secs(30),
        blocked_timeout: BLOCKED_TIMEOUT,
        max_outstanding_publishes: 100,
    };
    connect(&options).await.expect("memory is always there")
}

async fn fresh() -> (Arc<dyn Broker>, MemoryControl) {
    let name = Uuid::new_v4().to_string();
    (broker(&name).await, MemoryControl::of(&name))
}

async fn queue(broker: &Arc<dyn Broker>, name: &str, arguments: &[(&str, Value)]) {
    let arguments = arguments.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
    broker.declare(&Object::Queue { name: name.to_owned(), arguments }).await.expect("declared");
}

fn publication(exchange: &str, key: &str, body: &str) -> Publication {
    Publication {
        lane: Lane::Application,
        exchange: exchange.into(),
        routing_key: key.into(),
        properties: Properties::default(),
        headers: Table::new(),
        body: body.to_owned().into(),
        deadline: None,
    }
}

async fn fill(broker: &Arc<dyn Broker>, queue: &str, bodies: &[&str]) {
    for body in bodies {
        broker.publish(publication("", queue, body)).await.expect("routed");
    }
}

async fn subscribe(broker: &Arc<dyn Broker>, queue: &str, prefetch: u16) -> Subscription {
    let request = Subscribe {
        queue: queue.to_owned(),
        prefetch,
        ack_batch: 1,
        listener: "test".to_owned(),
        arguments: acemq::__testing::Table::new(),
    };
    broker.subscribe(request).await.expect("subscribed")
}

async fn event(subscription: &mut Subscription) -> Option<Event> {
    tokio::time::timeout(PATIENCE, subscription.events.next()).await.expect("something happens")
}

async fn next(subscription: &mut Subscription) -> Arrival {
    match event(subscription).await {
        Some(Event::Arrival(arrival)) => arrival,
        other => panic!("a delivery was due, not {other:?}"),
    }
}

async fn ended(subscription: &mut Subscription) -> Ended {
    match event(subscription).await {
        Some(Event::Ended(why)) => why,
        other => panic!("the end was due, not {other:?}"),
    }
}

fn body(arrival: &Arrival) -> String {
    String::from_utf8_lossy(&arrival.delivery.body).into_owned()
}

#[tokio::test(start_paused = true)]
async fn one_name_is_one_broker_and_another_name_another() {
    let name = Uuid::new_v4().to_string();
    let (one, same, other) = (broker(&name).await, broker(&name).await, fresh().await.0);
    queue(&one, "q", &[]).await;
    fill(&same, "q", &["x"]).await;
    assert!(other.look_up_queue("q").await.expect("an answer").is_none());
    assert_eq!(one.look_up_queue("q").await.expect("an answer").expect("a queue").messages, 1);
}

#[tokio::test(start_paused = true)]
async fn a_broker_lives_while_a_handle_to_it_does() {
    let name = Uuid::new_v4().to_string();
    let first = broker(&name).await;
    queue(&first, "q", &[]).await;
    let subscription = subscribe(&first, "q", 1).await;
    drop(first);
    let second = broker(&name).await;
    assert!(second.look_up_queue("q").await.expect("an answer").is_some(), "a subscription is a handle");
    drop((second, subscription));
    let third = broker(&name).await;
    assert!(third.look_up_queue("q").await.expect("an answer").is_none());
}

#[tokio::test(start_paused = true)]
async fn a_paused_clock_goes_straight_to_the_next_expiry() {
    let (broker, _) = fresh().await;
    queue(&broker, "home", &[]).await;
    let day = Duration::from_hours(24);
    let arguments = [
        ("x-message-ttl", Value::I64(86_400_000)),
        ("x-dead-letter-exchange", Value::from("")),
        ("x-dead-letter-routing-key", Value::from("home")),
    ];
    queue(&broker, "rung", &arguments).await;
    let mut subscription = subscribe(&broker, "home", 1).await;
    let start = Instant::now();
    fill(&broker, "rung", &["x"]).await;
    let arrival = next(&mut subscription).await;
    let waited = start.elapsed();
    assert!(waited >= day && waited < day + Duration::from_millis(5), "{waited:?}");
    assert_eq!(arrival.unsettled.ack(), Settled::Sent);
}

#[tokio::test(start_paused = true)]
async fn a_shorter_wait_that_comes_later_is_not_missed() {
    let (broker, _) = fresh().await;
    queue(&broker, "home", &[]).await;
    for (rung, millis) in [("long", 3_600_000), ("short", 1_000)] {
        let arguments = [
            ("x-message-ttl", Value::I64(millis)),
            ("x-dead-letter-exchange", Value::from("")),
            ("x-dead-letter-routing-key", Value::from("home")),
        ];
        queue(&broker, rung, &arguments).await;
    }
    let mut subscription = subscribe(&broker, "home", 5).await;
    fill(&broker, "long", &["long"]).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    let start = Instant::now();
    fill(&broker, "short", &["short"]).await;
    assert_eq!(body(&next(&mut subscription).await), "short");
    assert!(start.elapsed() < Duration::from_millis(1_005), "{:?}", start.elapsed());
    assert_eq!(body(&next(&mut subscription).await), "long");
    assert!(start.elapsed() < Duration::from_millis(3_590_005), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_blocked_broker_takes_no_publishes_but_acks() {
    let (broker, control) = fresh().await;
    queue(&broker, "q", &[]).await;
    fill(&broker, "q", &["1", "2"]).await;
    let mut subscription = subscribe(&broker, "q", 1).await;
    let arrival = next(&mut subscription).await;
    control.block("low on memory");
    assert_eq!(*broker.link().borrow(), Link::Blocked("low on memory".to_owned()));

    let start = Instant::now();
    let blocked = broker.publish(publication("", "q", "x")).await;
    assert_eq!(blocked, Err(PublishError::Blocked { reason: "low on memory".to_owned() }));
    assert_eq!(start.elapsed(), BLOCKED_TIMEOUT);
    let mut hurried = publication("", "q", "x");
    hurried.deadline = Some(Duration::from_secs(1));
    let (after, start) = (Duration::from_secs(1), Instant::now());
    assert_eq!(broker.publish(hurried).await, Err(PublishError::Timeout { after, fate: Fate::NotSent }));
    assert_eq!(start.elapsed(), after);

    assert_eq!(arrival.unsettled.ack(), Settled::Sent);
    assert_eq!(body(&next(&mut subscription).await), "2");
    assert_eq!(control.message_count("q"), Some(0), "nothing of it was published");
}

#[tokio::test(start_paused = true)]
async fn a_publish_that_waited_goes_out_when_the_block_ends() {
    let (broker, control) = fresh().await;
    queue(&broker, "q", &[]).await;
    control.block("low on disk");
    let mut waiting = broker.publish(publication("", "q", "x"));
    assert!((&mut waiting).now_or_never().is_none());
    control.unblock();
    assert_eq!(waiting.await, Ok(()));
    assert_eq!(*broker.link().borrow(), Link::Up);
    assert_eq!(control.message_count("q"), Some(1));
}

#[tokio::test(start_paused = true)]
async fn a_cut_connection_returns_everything_in_order_and_comes_back() {
    let (broker, control) = fresh().await;
    queue(&broker, "q", &[]).await;
    fill(&broker, "q", &["1", "2", "3", "4", "5"]).await;
    let mut first = subscribe(&broker, "q", 2).await;
    let mut second = subscribe(&broker, "q", 2).await;
    let held = next(&mut first).await;
    let mut link = broker.link();
    assert_eq!(control.unsettled_count("q"), Some(4));

    control.cut_connections("cable");
    assert_eq!(*link.borrow_and_update(), Link::Down("cable".to_owned()));
    assert_eq!(held.unsettled.ack(), Settled::Stale);
    next(&mut first).await;
    for subscription in [&mut first, &mut second] {
        while let Some(event) = event(subscription).await {
            if let Event::Ended(why) = event {
                assert_eq!(why, Ended::ConnectionLost("cable".to_owned()));
            }
        }
    }
    let back = tokio::time::timeout(PATIENCE, link.wait_for(|link| *link == Link::Up));
    assert!(back.await.is_ok(), "it comes back by itself");

    let mut again = subscribe(&broker, "q", 5).await;
    for (number, redelivered) in [("1", true), ("2", true), ("3", true), ("4", true), ("5", false)] {
        let arrival = next(&mut again).await;
        assert_eq!((&*body(&arrival), arrival.delivery.redelivered), (number, redelivered));
    }
}

#[tokio::test(start_paused = true)]
async fn whatever_is_asked_of_a_cut_connection_brings_it_back_at_once() {
    let (broker, control) = fresh().await;
    control.cut_connections("cable");
    queue(&broker, "q", &[]).await;
    assert_eq!(*broker.link().borrow(), Link::Up);
}

#[tokio::test(start_paused = true)]
async fn a_closed_connection_answers_that_it_is() {
    let (broker, control) = fresh().await;
    queue(&broker, "q", &[]).await;
    let mut subscription = subscribe(&broker, "q", 1).await;
    broker.close(Duration::from_secs(1)).await;
    assert_eq!(ended(&mut subscription).await, Ended::Cancelled);
    let error = broker.look_up_queue("q").await.expect_err("closed");
    assert_eq!(error.kind(), BrokerErrorKind::Lost);
    let lost = broker.publish(publication("", "q", "x")).await;
    assert!(matches!(lost, Err(PublishError::ConnectionLost { fate: Fate::NotSent, .. })), "{lost:?}");
    control.cut_connections("cable");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(matches!(*broker.link().borrow(), Link::Down(_)), "closed is for good");
}

#[tokio::test(start_paused = true)]
async fn a_deleted_queue_cancels_its_consumers_and_its_bindings() {
    let (broker, control) = fresh().await;
    queue(&broker, "q", &[]).await;
    let binding = Object::Binding {
        queue: "q".to_owned(),
        exchange: "amq.fanout".to_owned(),
        routing_key: String::new(),
        arguments: Table::new(),
    };
    broker.declare(&binding).await.expect("bound");
    fill(&broker, "q", &["x"]).await;
    let mut subscription = subscribe(&broker, "q", 1).await;
    let arrival = next(&mut subscription).await;
    assert!(control.delete_queue("q"));
    assert!(!control.delete_queue("q"));
    assert_eq!(ended(&mut subscription).await, Ended::CancelledByBroker);
    assert_eq!(arrival.unsettled.ack(), Settled::Sent);
    let unroutable = broker.publish(publication("amq.fanout", "", "x")).await;
    assert!(matches!(unroutable, Err(PublishError::Unroutable { .. })), "{unroutable:?}");
    queue(&broker, "q", &[]).await;
    assert_eq!(control.message_count("q"), Some(0));
}

#[tokio::test(start_paused = true)]
async fn a_purge_takes_what_is_ready_and_leaves_what_is_unsettled() {
    let (broker, control) = fresh().await;
    queue(&broker, "q", &[]).await;
    fill(&broker, "q", &["1", "2", "3"]).await;
    let mut subscription = subscribe(&broker, "q", 1).await;
    let arrival = next(&mut subscription).await;
    assert_eq!(control.purge("q"), Some(2));
    assert_eq!(control.purge("missing"), None);
    assert_eq!(arrival.unsettled.requeue(), Settled::Sent);
    assert_eq!(body(&next(&mut subscription).await), "1");
}

/// A rung with at-least-once dead-lettering whose way home is the exchange `home`.
async fn careful_rung(broker: &Arc<dyn Broker>) {
    let arguments = [
        ("x-queue-type", Value::from("quorum")),
        ("x-message-ttl", Value::I64(1_000)),
        ("x-dead-letter-exchange", Value::from("home")),
        ("x-dead-letter-routing-key", Value::from("q")),
        ("x-dead-letter-strategy", Value::from("at-least-once")),
        ("x-overflow", Value::from("reject-publish")),
    ];
    queue(broker, "rung", &arguments).await;
}

async fn way_home(broker: &Arc<dyn Broker>) {
    let exchange = Object::Exchange { name: "home".to_owned(), kind: ExchangeKind::Direct };
    let binding = Object::Binding {
        queue: "q".to_owned(),
        exchange: "home".to_owned(),
        routing_key: "q".to_owned(),
        arguments: Table::new(),
    };
    for object in [exchange, binding] {
        broker.declare(&object).await.expect("declared");
    }
}

#[tokio::test(start_paused = true)]
async fn an_expired_message_without_a_way_home_stays_until_there_is_one() {
    let (broker, control) = fresh().await;
    careful_rung(&broker).await;
    fill(&broker, "rung", &["1", "2"]).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(control.message_count("rung"), Some(0), "they are not for delivery any more");
    queue(&broker, "q", &[]).await;
    way_home(&broker).await;
    let mut subscription = subscribe(&broker, "q", 5).await;
    for expected in ["1", "2"] {
        assert_eq!(body(&next(&mut subscription).await), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn an_expired_message_waits_for_room_in_its_target() {
    let (broker, control) = fresh().await;
    careful_rung(&broker).await;
    queue(&broker, "q", &[("x-max-length", Value::I32(1)), ("x-overflow", Value::from("reject-publish"))])
        .await;
    way_home(&broker).await;
    fill(&broker, "q", &["full"]).await;
    fill(&broker, "rung", &["1", "2"]).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(control.message_count("q"), Some(1));
    let mut subscription = subscribe(&broker, "q", 1).await;
    for expected in ["full", "1", "2"] {
        let arrival = next(&mut subscription).await;
        assert_eq!(body(&arrival), expected);
        assert_eq!(arrival.unsettled.ack(), Settled::Sent);
    }
}

#[tokio::test(start_paused = true)]
async fn a_dead_letter_at_most_once_is_gone_without_a_way() {
    let (broker, control) = fresh().await;
    let arguments = [("x-message-ttl", Value::I64(1_000)), ("x-dead-letter-exchange", Value::from("home"))];
    queue(&broker, "rung", &arguments).await;
    fill(&broker, "rung", &["x"]).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    queue(&broker, "q", &[]).await;
    way_home(&broker).await;
    assert_eq!((control.message_count("rung"), control.message_count("q")), (Some(0), Some(0)));
}

#[tokio::test(start_paused = true)]
async fn carbon_copies_are_routed_and_the_blind_ones_not_seen() {
    let (broker, _) = fresh().await;
    for name in ["to", "cc", "bcc", "dead"] {
        let arguments =
            [("x-dead-letter-exchange", Value::from("")), ("x-dead-letter-routing-key", Value::from("dead"))];
        queue(&broker, name, if name == "to" { &arguments } else { &[] }).await;
    }
    let key = |key: &str| Value::List(vec![Value::from(key)]);
    let mut message = publication("", "to", "x");
    message.headers = [("CC".into(), key("cc")), ("BCC".into(), key("bcc"))].into();
    broker.publish(message).await.expect("routed");
    for name in ["cc", "bcc", "to"] {
        let arrival = broker.get(name).await.expect("an answer").expect("a copy");
        assert_eq!(*arrival.delivery.headers, [("CC".into(), key("cc"))].into());
        assert_eq!(&*arrival.delivery.routing_key, "to");
        assert_eq!(arrival.unsettled.reject(), Settled::Sent);
    }
    let dead = broker.get("dead").await.expect("an answer").expect("the dead letter");
    assert_eq!(dead.delivery.headers.get("CC"), None, "a dead letter with a key of its own goes there alone");
    let Some(Value::List(deaths)) = dead.delivery.headers.get("x-death") else { panic!("no x-death") };
    let Some(Value::Table(death)) = deaths.first() else { panic!("no death") };
    assert_eq!(death["routing-keys"], Value::List(vec![Value::from("to"), Value::from("cc")]));
}

#[tokio::test(start_paused = true)]
async fn a_subscription_that_is_dropped_returns_its_window() {
    let (broker, control) = fresh().await;
    queue(&broker, "q", &[]).await;
    fill(&broker, "q", &["1", "2"]).await;
    let mut subscription = subscribe(&broker, "q", 2).await;
    let arrival = next(&mut subscription).await;
    drop(subscription);
    assert_eq!(control.message_count("q"), Some(0), "an unsettled delivery keeps its channel open");
    assert_eq!(broker.look_up_queue("q").await.expect("an answer").expect("a queue").consumers, 0);
    drop(arrival);
    assert_eq!(control.message_count("q"), Some(2));
}

#[tokio::test(start_paused = true)]
async fn a_slow_message_does_not_hold_up_the_others() {
    let (broker, control) = fresh().await;
    queue(&broker, "q", &[]).await;
    let mut subscription = subscribe(&broker, "q", 2).await;
    fill(&broker, "q", &["slow"]).await;
    let slow = next(&mut subscription).await;
    for number in 0..1_000 {
        fill(&broker, "q", &[&number.to_string()]).await;
        let arrival = next(&mut subscription).await;
        assert_eq!(body(&arrival), number.to_string());
        assert_eq!(arrival.unsettled.ack(), Settled::Sent);
    }
    assert_eq!(control.unsettled_count("q"), Some(1));
    assert_eq!(slow.unsettled.ack(), Settled::Sent);
}

#[tokio::test(start_paused = true)]
async fn a_publisher_that_never_waits_lets_its_consumer_run() {
    let (broker, _) = fresh().await;
    queue(&broker, "q", &[]).await;
    let mut subscription = subscribe(&broker, "q", 10).await;
    let publisher = tokio::spawn(async move { fill(&broker, "q", &vec!["x"; 100_000]).await });
    assert_eq!(next(&mut subscription).await.unsettled.ack(), Settled::Sent);
    assert!(!publisher.is_finished(), "the consumer had no turn before the last publish");
    publisher.abort();
}

#[tokio::test(start_paused = true)]
async fn an_argument_of_a_consumer_that_it_cannot_carry_out_is_refused_by_name() {
    let (broker, _) = fresh().await;
    queue(&broker, "q", &[]).await;
    let arguments = [("x-priority".into(), Value::I32(1)), ("x-stream-offset".into(), Value::from("first"))];
    let request = Subscribe {
        queue: "q".to_owned(),
        prefetch: 1,
        ack_batch: 1,
        listener: "test".to_owned(),
        arguments: arguments.into(),
    };
    let refused = broker.subscribe(request).await.expect_err("refused");
    assert_eq!(refused.kind(), BrokerErrorKind::Unsupported);
    assert!(
        refused.to_string().contains("`x-stream-offset`") && refused.to_string().contains("`q`"),
        "{refused}"
    );
}
