//! Processes that a message kills: only that message is set aside, and only after it has killed often enough.
#![cfg(test)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail as tests do"
)]

use std::{collections::BTreeSet, os::unix::process::ExitStatusExt as _};

use acemq_tests::{Program, Raw, Rig, block_on};

const CRASHING: &str = env!("CARGO_BIN_EXE_crashing");

/// Far more than any of these takes.
const DEATHS_AT_MOST: usize = 60;

const SIGABRT: i32 = 6;

/// A queue with these messages; `kills` says which of them kill.
async fn publish(rig: &Rig, queue: &str, numbers: impl IntoIterator<Item = u64>, kills: fn(u64) -> bool) {
    rig.declare_queue(queue, &[("x-queue-type", "quorum".into())]).await;
    for number in numbers {
        let body = format!(r#"{{"number": {number}, "kills": {}}}"#, kills(number));
        rig.publish_to("", queue, Raw::body(body).id(&number.to_string())).await;
    }
}

/// Starts the program again and again until so many messages are done and so many are parked. Answers how often it died.
async fn until_done(rig: &Rig, settings: &[(&str, &str)], (done, parked): (usize, u64)) -> usize {
    let settings = [&[("ACEMQ_URL", rig.url()), ("QUEUE", rig.queue.as_str())], settings].concat();
    let mut finished = BTreeSet::new();
    for deaths in 0..DEATHS_AT_MOST {
        let mut program = Program::start(CRASHING, &settings);
        let mut lives = true;
        while lives && finished.len() < done {
            match program.next_line().await {
                Some(line) => finished.extend(line.strip_prefix("done ").map(str::to_owned)),
                None => lives = false,
            }
        }
        let all_parked = rig.named("parked");
        let is_over = lives
            && tokio::select! {
                () = rig.until_ready(&all_parked, parked) => true,
                () = program.output_ends() => false,
            };
        if is_over {
            program.terminate().await;
            let (status, _, errors) = program.ends().await;
            assert!(status.success(), "{status}: {errors}");
            return deaths;
        }
        let (status, _, errors) = program.ends().await;
        assert_eq!(status.signal(), Some(SIGABRT), "{status}: {errors}");
    }
    panic!("still dying after {DEATHS_AT_MOST} times; done: {finished:?}")
}

/// Expects these messages to be parked with that reason, and nothing else to be anywhere.
async fn expect_parked(rig: &Rig, numbers: &[&str]) {
    let parked = rig.collect(&rig.named("parked"), numbers.len()).await;
    let ids: BTreeSet<&str> =
        parked.iter().filter_map(|delivery| delivery.headers["x-acemq-id"].as_text()).collect();
    assert_eq!(ids, numbers.iter().copied().collect());
    for delivery in &parked {
        let reason = delivery.headers["x-acemq-error"].as_text();
        assert_eq!(reason, Some("redelivered 10 times without an outcome"));
    }
    for queue in [rig.queue.clone(), rig.named("dlq"), rig.named("parked")] {
        rig.expect_empty(&queue).await;
    }
}

#[test]
fn one_killer_among_twenty_messages_of_a_window_is_parked_and_its_neighbours_are_done() {
    block_on(async {
        let rig = Rig::rabbitmq("one_killer").await;
        publish(&rig, &rig.queue, 0..20, |number| number == 0).await;
        let deaths = until_done(&rig, &[("ACEMQ_LISTENER__PREFETCH", "20")], (19, 1)).await;
        assert_eq!(deaths, 10);
        expect_parked(&rig, &["0"]).await;
    });
}

#[test]
fn one_killer_beside_handlers_that_run_at_once_is_parked_alone() {
    block_on(async {
        let rig = Rig::rabbitmq("one_killer_at_once").await;
        publish(&rig, &rig.queue, 0..20, |number| number == 5).await;
        let settings = [("ACEMQ_LISTENER__PREFETCH", "20"), ("ACEMQ_LISTENER__CONCURRENCY", "4")];
        let deaths = until_done(&rig, &settings, (19, 1)).await;
        assert_eq!(deaths, 10);
        expect_parked(&rig, &["5"]).await;
    });
}

#[test]
fn three_killers_are_parked_and_their_neighbours_are_done() {
    block_on(async {
        let rig = Rig::rabbitmq("three_killers").await;
        publish(&rig, &rig.queue, 0..20, |number| matches!(number, 0 | 1 | 7)).await;
        let deaths = until_done(&rig, &[("ACEMQ_LISTENER__PREFETCH", "20")], (17, 3)).await;
        assert!((10..=30).contains(&deaths), "{deaths}");
        expect_parked(&rig, &["0", "1", "7"]).await;
    });
}

/// A killer at the head of the first listener's queue, and as many messages in hand of the second each time it kills.
async fn beside_a_second_listener(rig: &Rig, messages: u64) {
    let second = rig.named("second");
    publish(rig, &rig.queue, 0..5, |number| number == 0).await;
    publish(rig, &second, 100..100 + messages, |_| false).await;
    let settings = [("LISTENERS", "both"), ("ACEMQ_LISTENER__PREFETCH", "5")];
    until_done(rig, &settings, (4 + usize::try_from(messages).expect("few"), 1)).await;
    expect_parked(rig, &["0"]).await;
    for queue in [second.clone(), format!("{second}.dlq"), format!("{second}.parked")] {
        rig.expect_empty(&queue).await;
    }
}

#[test]
fn a_killer_of_one_listener_takes_no_message_of_another_in_the_same_process_along() {
    block_on(async {
        let rig = Rig::rabbitmq("a_killer_of_one_listener").await;
        beside_a_second_listener(&rig, 5).await;
    });
}

#[test]
fn a_message_that_is_always_in_hand_beside_a_killer_is_not_taken_for_it() {
    block_on(async {
        let rig = Rig::rabbitmq("always_in_hand_beside_a_killer").await;
        beside_a_second_listener(&rig, 1).await;
    });
}
