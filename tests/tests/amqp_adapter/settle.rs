//! Settling: acks in batches, nacks and rejects, nothing twice, nothing on a channel that is gone.

use std::time::Duration;

use acemq::__testing::{Ended, Settled, Value};
use futures_util::{FutureExt, StreamExt};

use crate::support::{Bench, PATIENCE, arrival, ended, eventually, quorum, text};

/// What lies between the last ack and the close of its channel. A broker can lose an ack that a close follows at once, and
/// announces nothing that could be waited for: so a drain waits as long.
const ACK_BARRIER: Duration = Duration::from_millis(200);

#[tokio::test]
async fn batched_acks_in_any_order_settle_every_message_once() {
    let bench = Bench::new().await;
    for (arguments, batch) in [(quorum(), 25), (acemq::__testing::Table::new(), 64), (quorum(), 1)] {
        let queue = bench.queue(arguments).await;
        for number in 0..300 {
            bench.send(&queue, &number.to_string()).await;
        }
        let mut subscription = bench.subscribe(&queue, 100, batch).await;
        let mut held = Vec::new();
        let mut acked = 0;
        while acked < 300 {
            held.push(arrival(&mut subscription).await.unsettled);
            // Every seventh waits, and the window moves on over the holes.
            if held.len() > 20 || acked + held.len() == 300 {
                let keep = if acked + held.len() == 300 { 0 } else { 7 };
                while held.len() > keep {
                    let unsettled = held.swap_remove(held.len() / 2);
                    assert_eq!(unsettled.ack(), Settled::Sent);
                    acked += 1;
                }
            }
        }
        subscription.channel.flush().await;
        subscription.channel.cancel().await.expect("cancelled");
        assert_eq!(ended(&mut subscription).await, Ended::Cancelled);
        tokio::time::sleep(ACK_BARRIER).await;
        subscription.channel.close().await;
        bench.ready(&queue, 0).await;
    }
}

#[tokio::test]
async fn a_lone_ack_is_written_without_company_and_without_a_flush() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    let mut subscription = bench.subscribe(&queue, 1, 64).await;
    // With a window of one, a second delivery proves that the first ack went out.
    for number in 0..5 {
        bench.send(&queue, &number.to_string()).await;
        let arrived = arrival(&mut subscription).await;
        assert_eq!(text(&arrived), number.to_string());
        assert_eq!(arrived.unsettled.ack(), Settled::Sent);
    }
    bench.send(&queue, "last").await;
    arrival(&mut subscription).await;
}

#[tokio::test]
async fn an_ack_goes_out_although_nobody_looks_at_the_stream() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    bench.send(&queue, "a").await;
    bench.send(&queue, "b").await;
    let mut subscription = bench.subscribe(&queue, 2, 64).await;
    let first = arrival(&mut subscription).await;
    let _held = arrival(&mut subscription).await;
    bench.send(&queue, "c").await;
    assert_eq!(first.unsettled.ack(), Settled::Sent);
    bench.ready(&queue, 0).await;
}

#[tokio::test]
async fn a_requeued_message_comes_again_and_a_rejected_one_goes_where_the_queue_says() {
    let bench = Bench::new().await;
    let dead = bench.classic().await;
    let arguments = [
        ("x-dead-letter-exchange".into(), Value::from("")),
        ("x-dead-letter-routing-key".into(), Value::from(dead.as_str())),
    ];
    let queue = bench.queue(arguments.into()).await;
    bench.send(&queue, "a").await;
    let mut subscription = bench.subscribe(&queue, 10, 25).await;
    let first = arrival(&mut subscription).await;
    assert!(!first.delivery.redelivered);
    assert_eq!(first.unsettled.requeue(), Settled::Sent);
    let second = arrival(&mut subscription).await;
    assert!(second.delivery.redelivered);
    assert_eq!(second.unsettled.reject(), Settled::Sent);
    bench.ready(&dead, 1).await;
    bench.ready(&queue, 0).await;
}

#[tokio::test]
async fn closing_a_channel_returns_what_is_unsettled_in_its_order() {
    let bench = Bench::new().await;
    let queue = bench.queue(quorum()).await;
    for number in 0..10 {
        bench.send(&queue, &number.to_string()).await;
    }
    let mut subscription = bench.subscribe(&queue, 10, 25).await;
    let mut arrivals = Vec::new();
    for _ in 0..5 {
        arrivals.push(arrival(&mut subscription).await);
    }
    let late = arrivals.pop().expect("five");
    assert_eq!(arrivals.remove(0).unsettled.ack(), Settled::Sent);
    subscription.channel.close().await;
    assert_eq!(late.unsettled.ack(), Settled::Stale);
    assert_eq!(ended(&mut subscription).await, Ended::Cancelled);
    let mut again = bench.subscribe(&queue, 10, 25).await;
    for number in 1..10 {
        assert_eq!(text(&arrival(&mut again).await), number.to_string());
    }
}

#[tokio::test]
async fn a_subscription_that_is_dropped_writes_its_acks_and_closes() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    for number in 0..20 {
        bench.send(&queue, &number.to_string()).await;
    }
    let mut subscription = bench.subscribe(&queue, 20, 64).await;
    for _ in 0..19 {
        assert_eq!(arrival(&mut subscription).await.unsettled.ack(), Settled::Sent);
    }
    drop(subscription);
    bench.ready(&queue, 1).await;
}

#[tokio::test]
async fn many_threads_settle_one_channel() {
    let bench = Bench::new().await;
    let queue = bench.classic().await;
    let sends =
        (0..2000).map(|number| bench.broker.publish(crate::support::to_queue(&queue, &number.to_string())));
    futures_util::future::try_join_all(sends).await.expect("confirmed and routed");
    let mut subscription = bench.subscribe(&queue, 200, 50).await;
    let mut done = 0;
    let (send, receive) = std::sync::mpsc::channel::<acemq::__testing::Unsettled>();
    let receive = std::sync::Arc::new(std::sync::Mutex::new(receive));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let receive = std::sync::Arc::clone(&receive);
            std::thread::spawn(move || {
                loop {
                    let Ok(unsettled) = receive.lock().expect("no poison").recv() else { return };
                    let settled =
                        if unsettled.tag().is_multiple_of(97) { unsettled.reject() } else { unsettled.ack() };
                    assert_eq!(settled, Settled::Sent);
                }
            })
        })
        .collect();
    while done < 2000 {
        send.send(arrival(&mut subscription).await.unsettled).expect("a thread");
        done += 1;
    }
    drop(send);
    for thread in threads {
        thread.join().expect("no panic");
    }
    subscription.channel.flush().await;
    // A 406 would have ended it.
    assert!(subscription.events.next().now_or_never().is_none());
    subscription.channel.close().await;
    bench.ready(&queue, 0).await;
}

#[tokio::test]
async fn messages_are_got_one_by_one_and_return_when_they_are_let_go() {
    let bench = Bench::new().await;
    let queue = bench.queue(quorum()).await;
    assert!(bench.broker.get(&queue).await.expect("an answer").is_none());
    for number in 0..4 {
        bench.send(&queue, &number.to_string()).await;
    }
    let mut got = Vec::new();
    for number in 0..4 {
        let message = bench.broker.get(&queue).await.expect("an answer").expect("a message");
        assert_eq!(text(&message), number.to_string());
        got.push(message);
    }
    assert!(bench.broker.get(&queue).await.expect("an answer").is_none());
    assert_eq!(got.remove(1).unsettled.ack(), Settled::Sent);
    drop(got);
    bench.ready(&queue, 3).await;
    let first = bench.broker.get(&queue).await.expect("an answer").expect("a message");
    assert_eq!(text(&first), "0");
    assert_eq!(first.unsettled.ack(), Settled::Sent);
    tokio::time::timeout(PATIENCE, bench.broker.close(Duration::from_secs(5))).await.expect("a close");
    eventually("nothing hangs", || true).await;
}

#[tokio::test]
async fn a_get_from_a_missing_queue_is_an_error_and_harms_nothing() {
    let bench = Bench::new().await;
    let error = bench.broker.get("amqp-adapter.no-such-queue").await.expect_err("missing");
    assert_eq!(error.kind(), acemq::__testing::BrokerErrorKind::NotFound);
    let queue = bench.classic().await;
    bench.send(&queue, "x").await;
    assert!(bench.broker.get(&queue).await.expect("an answer").is_some());
}
