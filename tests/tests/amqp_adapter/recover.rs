//! Losing the connection: told to everybody, made again on request, nothing left behind.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use acemq::__testing::{Broker, BrokerErrorKind, Ended, Fate, Link, PublishError, Settled, connect};

use crate::proxy::Proxy;
use crate::support::{
    Bench, arrival, ended, eventually, quorum, rabbitmqctl, request, restart_broker, text, threads, to_queue,
};

fn close_all_connections() {
    rabbitmqctl(&["-q", "close_all_connections", "closed by the test"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_connection_ends_the_subscription_and_a_new_one_works() {
    // lapin's heartbeat task notices the end of its connection after half of this.
    let bench = Bench::with(|options| options.heartbeat = Duration::from_secs(2)).await;
    let queue = bench.queue(quorum()).await;
    let mut link = bench.broker.link();
    let mut first_round = None;
    for round in 0..6 {
        let mut subscription = bench.broker.subscribe(request(&queue, 10, 25)).await.expect("a subscription");
        bench.send(&queue, &round.to_string()).await;
        let arrived = arrival(&mut subscription).await;
        assert_eq!(text(&arrived), round.to_string());
        close_all_connections();
        match ended(&mut subscription).await {
            Ended::ConnectionLost(words) => assert!(words.contains("closed by the test"), "{words}"),
            other => panic!("{other:?}"),
        }
        assert_eq!(arrived.unsettled.ack(), Settled::Stale);
        subscription.channel.flush().await;
        subscription.channel.close().await;
        assert_eq!(
            subscription.channel.cancel().await.expect_err("a dead channel").kind(),
            BrokerErrorKind::Lost
        );
        drop(subscription);
        let mut again = bench.broker.subscribe(request(&queue, 10, 25)).await.expect("a subscription");
        let arrived = arrival(&mut again).await;
        assert_eq!(text(&arrived), round.to_string());
        assert!(arrived.delivery.redelivered);
        assert_eq!(arrived.unsettled.ack(), Settled::Sent);
        again.channel.flush().await;
        again.channel.close().await;
        drop(again);
        link.wait_for(|link| *link == Link::Up).await.expect("a link");
        // Two connections have two threads, whatever their number.
        eventually("old threads end", || threads("lapin-io-loop") == 2).await;
        first_round.get_or_insert_with(|| alive_tasks(&bench.broker));
    }
    // Which tasks stand at any one moment differs by a lane or a heartbeat; one left behind per loss would be five.
    let bound = first_round.unwrap_or_default() + 2;
    eventually("old tasks end", || alive_tasks(&bench.broker) <= bound).await;
}

fn alive_tasks(broker: &Arc<dyn Broker>) -> usize {
    let shown = format!("{broker:?}");
    let (_, behind) = shown.split_once("tasks: ").expect("a count");
    behind.chars().take_while(char::is_ascii_digit).collect::<String>().parse().expect("a number")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn publishes_that_were_under_way_all_get_an_answer_and_the_next_ones_pass() {
    let bench = Bench::new().await;
    let queue = bench.queue(quorum()).await;
    bench.send(&queue, "opens the channel").await;
    let publishes: Vec<_> =
        (0..4000).map(|_| tokio::spawn(bench.broker.publish(to_queue(&queue, "x")))).collect();
    close_all_connections();
    let mut landed = 1;
    let mut uncertain = 0;
    for publish in publishes {
        match publish.await.expect("no panic") {
            Ok(()) => landed += 1,
            Err(PublishError::ConnectionLost { fate: Fate::MayHaveBeenPublished, .. }) => uncertain += 1,
            Err(other) => panic!("{other:?}"),
        }
    }
    bench.send(&queue, "after").await;
    landed += 1;
    let facts = bench.broker.look_up_queue(&queue).await.expect("a look-up").expect("a queue");
    assert!(
        facts.messages >= landed && facts.messages <= landed + uncertain,
        "{facts:?} {landed} {uncertain}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broker_that_is_gone_costs_nothing_per_attempt_to_reach_it() {
    let bench = Bench::with(|options| options.heartbeat = Duration::from_secs(2)).await;
    let mut proxy = Proxy::before(&bench.options.host, bench.options.port);
    let mut options = bench.options.clone();
    options.port = proxy.port;
    let broker = connect(&options).await.expect("a broker behind the proxy");
    let connected = alive_tasks(&broker);
    proxy.take_away();
    let mut link = broker.link();
    link.wait_for(|link| matches!(link, Link::Down(_))).await.expect("a link");
    for _ in 0..40 {
        let error = broker.look_up_queue("any").await.expect_err("nobody is there");
        assert!(matches!(error.kind(), BrokerErrorKind::Lost | BrokerErrorKind::Unreachable), "{error:?}");
    }
    eventually("old tasks end", || alive_tasks(&broker) <= connected).await;
    // The two of the neighbour that has its broker.
    eventually("old threads end", || threads("lapin-io-loop") == 2).await;
    broker.close(Duration::from_secs(5)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broker_that_restarts_is_found_again() {
    let bench = Bench::new().await;
    let queue = bench.queue(quorum()).await;
    bench.send(&queue, "kept").await;
    let mut subscription = bench.subscribe(&queue, 10, 25).await;
    let held = arrival(&mut subscription).await;
    let mut link = bench.broker.link();
    let restarted = tokio::task::spawn_blocking(restart_broker);
    assert!(matches!(ended(&mut subscription).await, Ended::ConnectionLost(_)));
    link.wait_for(|link| matches!(link, Link::Down(_))).await.expect("a link");
    assert_eq!(held.unsettled.ack(), Settled::Stale);

    let begin = Instant::now();
    let mut certain = 0;
    loop {
        let mut publication = to_queue(&queue, "while it is down");
        publication.deadline = Some(Duration::from_millis(100));
        match bench.broker.publish(publication).await {
            Err(PublishError::ConnectionLost { fate: Fate::NotSent, .. }) => certain += 1,
            // The first one may find a connection whose loss nobody has noticed; the last ones a broker that boots.
            Err(PublishError::ConnectionLost { .. } | PublishError::Timeout { .. }) => {}
            Ok(()) => break,
            Err(other) => panic!("{other:?}"),
        }
        assert!(begin.elapsed() < Duration::from_mins(1), "the broker does not come back");
    }
    assert!(certain > 0, "no publish was known to be unsent");
    restarted.await.expect("a restart");
    // What the layers above do: try again with a pause.
    let mut again = None;
    for _ in 0..100 {
        match bench.broker.subscribe(request(&queue, 10, 25)).await {
            Ok(subscription) => {
                again = Some(subscription);
                break;
            }
            Err(error) => {
                assert!(
                    matches!(error.kind(), BrokerErrorKind::Lost | BrokerErrorKind::Unreachable),
                    "{error:?}"
                );
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    let mut again = again.expect("a subscription after the restart");
    assert_eq!(text(&arrival(&mut again).await), "kept");
    bench.send(&queue, "after").await;
    link.wait_for(|link| *link == Link::Up).await.expect("a link");
    bench.broker.close(Duration::from_secs(5)).await;
    eventually("its threads end", || threads("lapin-io-loop") == 0).await;
}
