//! What the broker itself says about a listener's consumer.

use acemq_tests::{Probe, Rig, block_on, rabbitmqctl};

use crate::start;

#[test]
fn a_consumer_carries_the_arguments_of_its_listener() {
    block_on(async {
        let rig = Rig::rabbitmq("a_consumer_carries_the_arguments").await;
        let config = rig
            .config()
            .with("listeners.plain.consumer-arguments.x-priority", 10)
            .with("listeners.plain.consumer-arguments.x-wanted-by", "shop");
        let running = start("plain", config, &Probe::accepting()).await;
        let listed = tokio::task::block_in_place(|| {
            rabbitmqctl(&["list_consumers", "--no-table-headers", "queue_name", "arguments"])
        });
        let line = listed.lines().find(|line| line.starts_with(&rig.queue)).expect("our consumer");
        let told = line.replace('"', "");
        assert!(told.contains("{x-priority,10}") && told.contains("{x-wanted-by,shop}"), "{line}");
        assert!(running.drain().await.is_clean());
    });
}
