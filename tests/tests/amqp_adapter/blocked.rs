//! A broker under an alarm: publishes wait and fail by name, acks flow, the end still comes.

use std::time::{Duration, Instant};

use acemq::__testing::{Fate, Link, PublishError, Settled, connect};

use crate::support::{Bench, PATIENCE, arrival, rabbitmqctl, to_queue};

/// Raises the memory alarm until it is dropped.
struct Alarm;

impl Alarm {
    fn raise() -> Self {
        rabbitmqctl(&["-q", "set_vm_memory_high_watermark", "0.000001"]);
        Self
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        rabbitmqctl(&["-q", "set_vm_memory_high_watermark", "0.9"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_broker_blocks_publishes_fail_by_name_and_acks_flow() {
    let bench = Bench::new().await;
    let mut options = bench.options.clone();
    options.blocked_timeout = Duration::from_millis(300);
    let broker = connect(&options).await.expect("a broker");
    let queue = bench.classic().await;
    for number in 0..3 {
        bench.send(&queue, &number.to_string()).await;
    }
    let mut subscription =
        broker.subscribe(crate::support::request(&queue, 1, 64)).await.expect("a subscription");
    let mut link = broker.link();
    let alarm = Alarm::raise();

    // The broker tells only when something is published: this one is handed over before we know.
    let mut first = to_queue(&queue, "into the alarm");
    first.deadline = Some(Duration::from_secs(1));
    let fate = broker.publish(first).await.expect_err("no confirm comes");
    assert_eq!(
        fate,
        PublishError::Timeout { after: Duration::from_secs(1), fate: Fate::MayHaveBeenPublished }
    );
    link.wait_for(|link| matches!(link, Link::Blocked(_))).await.expect("a link");
    let begin = Instant::now();
    let error = broker.publish(to_queue(&queue, "known to be blocked")).await.expect_err("blocked");
    assert!(matches!(&error, PublishError::Blocked { reason } if reason.contains("memory")), "{error:?}");
    assert!(begin.elapsed() < Duration::from_secs(5));

    // With a window of one each delivery proves the ack before it.
    for _ in 0..3 {
        assert_eq!(arrival(&mut subscription).await.unsettled.ack(), Settled::Sent);
    }
    // A queue can still be looked up: not on the blocked connection.
    broker.look_up_queue(&queue).await.expect("a look-up").expect("a queue");

    let mut options = options.clone();
    options.blocked_timeout = PATIENCE;
    let patient = connect(&options).await.expect("a broker");
    let mut waiting = to_queue(&queue, "waits");
    waiting.deadline = Some(Duration::from_millis(500));
    patient.publish(waiting.clone()).await.expect_err("no confirm comes");
    waiting.deadline = Some(PATIENCE);
    let waits = tokio::spawn(patient.publish(waiting));

    let begin = Instant::now();
    broker.close(Duration::from_secs(3)).await;
    assert!(begin.elapsed() < Duration::from_secs(5), "a blocked connection held the close up");

    drop(alarm);
    assert_eq!(waits.await.expect("no panic"), Ok(()));
    patient.close(PATIENCE).await;
}
