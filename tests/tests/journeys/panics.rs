//! A panic is a failure like any other, and takes nothing with it.

use acemq::{App, prelude::*};
use acemq_tests::{Answer, Probe, journey};
use serde::{Deserialize, Deserializer};

use crate::listeners::{finish, start};

/// A payload whose `Deserialize` panics on the number 13.
struct Unlucky;

impl<'de> Deserialize<'de> for Unlucky {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u64::deserialize(deserializer)?;
        assert_ne!(number, 13, "thirteen");
        Ok(Self)
    }
}

#[ace_listener(queue = "${queue}", retry = "fixed(3, 10ms)")]
async fn unlucky(_payload: Unlucky) {}

journey! {
    async fn a_panicking_handler_fails_and_walks_the_ladder(rig: Rig) {
        let probe = Probe::new(|seen| match seen.number() {
            13 => Answer::Panic("thirteen!"),
            _ => Answer::Accept,
        });
        let running = start("laddered", rig.config(), &probe).await;
        rig.publish_numbers([13, 14]).await;
        let dead = rig.dead_letter().await;
        let reason = dead.headers["x-acemq-error"].as_text().expect("a reason");
        assert_eq!(reason, "exhausted 3 attempts: panicked: thirteen!");
        probe.runs(4).await;
        finish(running).await;
        assert_eq!((rig.outcomes("acked"), rig.outcomes("retried")), (1, 2));
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn a_panic_while_decoding_parks_the_message(rig: Rig) {
        let running = App::new(rig.config()).only(&["unlucky"]).start().await;
        let running = running.unwrap_or_else(|error| panic!("{error}"));
        // Its neighbour has started before it is read, and the drain waits for what runs.
        rig.publish_numbers([14, 13]).await;
        let parked = rig.parked().await;
        let reason = parked.headers["x-acemq-error"].as_text().expect("a reason");
        assert!(reason.starts_with("could not be decoded: panicked: "), "{reason}");
        assert!(reason.contains("thirteen"), "{reason}");
        finish(running).await;
        assert_eq!((rig.outcomes("parked"), rig.outcomes("acked"), rig.deliveries()), (1, 1, 2));
    }
}
