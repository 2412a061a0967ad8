//! What the broker itself says about the objects that a listener declared.

use std::collections::BTreeMap;

use acemq_tests::{Probe, Rig, block_on, rabbitmqctl};

use crate::start;

/// The queues whose names begin with this, and their arguments in the broker's words, in the order of their names.
fn queues(prefix: &str) -> BTreeMap<String, Vec<String>> {
    let listed = rabbitmqctl(&["list_queues", "--no-table-headers", "name", "arguments"]);
    let of_line = |line: &str| {
        let (name, arguments) = line.split_once('\t')?;
        let arguments = arguments.trim().trim_start_matches('[').trim_end_matches(']');
        let mut arguments: Vec<String> = arguments
            .split("},{")
            .map(|argument| argument.trim_matches(['{', '}']).replace('"', ""))
            .filter(|argument| !argument.is_empty())
            .collect();
        arguments.sort();
        name.starts_with(prefix).then(|| (name.to_owned(), arguments))
    };
    listed.lines().filter_map(of_line).collect()
}

fn bindings(prefix: &str) -> Vec<String> {
    let listed = rabbitmqctl(&[
        "list_bindings",
        "--no-table-headers",
        "source_name",
        "routing_key",
        "destination_name",
        "arguments",
    ]);
    let mut found: Vec<String> = listed
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>().join(" "))
        .filter(|line| line.contains(prefix) && line.starts_with("acemq."))
        .collect();
    found.sort();
    found
}

fn exchanges() -> Vec<String> {
    let listed = rabbitmqctl(&[
        "list_exchanges",
        "--no-table-headers",
        "name",
        "type",
        "durable",
        "auto_delete",
        "internal",
        "arguments",
    ]);
    let ours = |line: &&str| line.starts_with("acemq.");
    let mut found: Vec<String> = listed.lines().filter(ours).map(|line| line.replace('\t', " ")).collect();
    found.sort();
    found
}

/// With the ladder of `in_broker`: what stands beside the own queue.
fn expected(queue: &str, rungs: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
    let own = [
        "x-dead-letter-exchange,acemq.dlx".to_owned(),
        format!("x-dead-letter-routing-key,{queue}.dlq"),
        "x-queue-type,quorum".to_owned(),
    ];
    let mut expected = BTreeMap::from([
        (queue.to_owned(), own.to_vec()),
        (format!("{queue}.dlq"), Vec::new()),
        (format!("{queue}.parked"), Vec::new()),
    ]);
    for (name, arguments) in rungs {
        let home =
            ["x-dead-letter-exchange,acemq.retry".to_owned(), format!("x-dead-letter-routing-key,{queue}")];
        let mut arguments: Vec<String> =
            arguments.iter().map(|argument| (*argument).to_owned()).chain(home).collect();
        arguments.sort();
        expected.insert(format!("{queue}.retry.{name}"), arguments);
    }
    expected
}

async fn declares(test: &str, listener: &str, kind: &str, rungs: &[(&str, &[&str])]) {
    let rig = Rig::rabbitmq(test).await;
    let config = rig.config().with("topology.rungs", kind);
    let running = start(listener, config, &Probe::accepting()).await;
    assert_eq!(queues(&rig.queue), expected(&rig.queue, rungs));
    let queue = &rig.queue;
    assert_eq!(
        bindings(&rig.queue),
        [
            format!("acemq.dlx {queue}.dlq {queue}.dlq []"),
            format!("acemq.dlx {queue}.parked {queue}.parked []"),
            format!("acemq.retry {queue} {queue} []"),
        ]
    );
    assert_eq!(
        exchanges(),
        ["acemq.dlx direct true false false []", "acemq.retry direct true false false []"]
    );
    assert!(running.drain().await.is_clean());
}

const QUORUM: [&str; 3] =
    ["x-queue-type,quorum", "x-dead-letter-strategy,at-least-once", "x-overflow,reject-publish"];

#[test]
fn the_retry_ladder_is_declared_when_a_listener_asks_for_it() {
    block_on(async {
        let with = |ttl: &'static str| [QUORUM[0], QUORUM[1], QUORUM[2], ttl];
        let (one, two) = (with("x-message-ttl,1000"), with("x-message-ttl,2000"));
        declares("the_retry_ladder", "in_broker", "quorum", &[("1s.quorum", &one), ("2s.quorum", &two)])
            .await;
    });
}

#[test]
fn the_classic_retry_ladder_is_declared_when_the_configuration_asks_for_it() {
    block_on(async {
        let one = ["x-message-ttl,1000"];
        let two = ["x-message-ttl,2000"];
        declares("the_classic_ladder", "in_broker", "classic", &[("1s", &one), ("2s", &two)]).await;
    });
}

#[test]
fn without_a_ladder_only_dlq_and_parked_are_declared() {
    block_on(async { declares("without_a_ladder", "plain", "quorum", &[]).await });
}

#[test]
fn a_second_start_finds_everything_as_it_left_it() {
    block_on(async {
        let rig = Rig::rabbitmq("a_second_start").await;
        for _ in 0..2 {
            let running = start("in_broker", rig.config(), &Probe::accepting()).await;
            assert!(running.drain().await.is_clean());
        }
        assert_eq!(queues(&rig.queue).len(), 5);
    });
}

#[test]
fn a_queue_that_is_there_is_used_as_it_is() {
    block_on(async {
        let rig = Rig::rabbitmq("a_queue_that_is_there").await;
        rig.declare_queue(&rig.queue, &[]).await;
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        rig.publish(acemq_tests::Raw::number(7)).await;
        probe.runs(1).await;
        assert!(running.drain().await.is_clean());
        assert_eq!(queues(&rig.queue)[&rig.queue], Vec::<String>::new(), "a classic queue stays one");
    });
}
