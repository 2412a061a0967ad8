//! An exchange that the user may not write to: the listener whose copies it refuses is held, and no neighbour notices.

use std::time::Duration;

use acemq::{App, prelude::*};
use acemq_tests::{Answer, BoxError, Probe, Raw, Rig, block_on, counted, rabbitmqctl, within};
use serde_json::Value;

/// Its queue beside that of the listener under test.
#[ace_listener(queue = "${neighbour}", prefetch = 200, concurrency = 50)]
async fn neighbour(message: Message<Value>, probe: State<Probe>) -> Result<Ack, BoxError> {
    probe.run(&message).await
}

#[test]
fn a_copy_that_the_broker_refuses_doubles_no_neighbour_s_copy() {
    block_on(async {
        let rig = Rig::rabbitmq("a_copy_that_the_broker_refuses").await;
        let (forbidden, beside) = (rig.named("forbidden"), rig.named("neighbour"));
        rig.declare(acemq::__testing::Object::Exchange {
            name: forbidden.clone(),
            kind: acemq::__testing::ExchangeKind::Direct,
        })
        .await;
        let user = rig.queue.clone();
        let writes = r"^(?!.*\.forbidden$).*";
        rabbitmqctl(&["add_user", &user, "secret"]);
        rabbitmqctl(&["set_permissions", "-p", "/", &user, ".*", writes, ".*"]);
        let probe = Probe::new(|_| Answer::Fail("no"));
        let config = rig
            .config()
            .with("username", &user)
            .with("password", "secret")
            .with("url", rig.url().replace("guest:guest@", ""))
            .with("vars.neighbour", &beside)
            .with("listeners.plain.on-exhausted", format!("republish({forbidden}, late)"));
        let app = App::new(config).state(probe.clone()).only(&["plain", "neighbour"]);
        let running = app.start().await.unwrap_or_else(|error| panic!("{error}"));
        rig.publish(Raw::number(7)).await;
        let refused = [("queue", rig.queue.as_str()), ("target", forbidden.as_str())];
        let mut published = 0;
        // Copies are on their way whenever the broker refuses one.
        let keep_busy = async {
            while counted("acemq.messages.set.aside.failed", &refused) < 3 {
                for number in 0..100 {
                    rig.publish_to("", &beside, Raw::number(number)).await;
                }
                published += 100;
            }
        };
        within("the third refusal", keep_busy).await;
        rig.until_ready(&rig.named("neighbour.dlq"), published).await;
        let failed = [("queue", beside.as_str())];
        assert_eq!(counted("acemq.messages.set.aside.failed", &failed), 0, "no copy beside it was lost");
        let drained = running.drain_within(Duration::from_millis(500)).await;
        assert_eq!(drained.abandoned(), 1, "the refused copy is held until the deadline");
        rig.until_ready(&rig.named("neighbour.dlq"), published).await;
        rig.until_ready(&rig.queue, 1).await;
        rabbitmqctl(&["delete_user", &user]);
    });
}
