//! Messages whose headers no copy can carry as they are: they get out of the way all the same.

use acemq_tests::{Answer, Probe, Raw, journey};

use crate::listeners::{finish, start};

/// Fails message 0, and accepts all others.
fn failing_zero() -> Probe {
    Probe::new(|seen| if seen.number() == 0 { Answer::Fail("no") } else { Answer::Accept })
}

journey! {
    async fn an_id_that_no_property_holds_does_not_hold_up_the_queue(rig: Rig) {
        let probe = failing_zero();
        let running = start("plain", rig.config(), &probe).await;
        let id = "i".repeat(300);
        rig.publish(Raw::number(0).id(&id).properties(|all| all.message_id = Some("short".into()))).await;
        rig.publish_numbers(1..4).await;
        probe.runs(4).await;
        let dead = rig.dead_letter().await;
        assert_eq!(dead.headers["x-acemq-id"].as_text(), Some(&*id));
        assert_eq!(dead.properties.message_id.as_deref(), Some("short"));
        finish(running).await;
    }
}

journey! {
    async fn headers_as_large_as_a_frame_do_not_hold_up_the_queue(rig: Rig) {
        let probe = failing_zero();
        let running = start("plain", rig.config(), &probe).await;
        rig.publish(Raw::number(0).id("a").header("x-big", "h".repeat(130_920)).header("x-small", "kept")).await;
        rig.publish_numbers(1..4).await;
        probe.runs(4).await;
        let dead = rig.dead_letter().await;
        assert_eq!(dead.headers["x-acemq-id"].as_text(), Some("a"));
        assert_eq!(dead.headers["x-acemq-error"].as_text(), Some("exhausted 1 attempt: no"));
        assert_eq!(dead.headers["x-small"].as_text(), Some("kept"));
        assert!(!dead.headers.contains_key("x-big"), "with it no frame would hold our own");
        finish(running).await;
    }
}

journey! {
    async fn a_reason_is_cut_to_what_the_headers_leave(rig: Rig) {
        let probe = Probe::failing(Box::leak("why ".repeat(2_000).into_boxed_str()));
        let running = start("plain", rig.config(), &probe).await;
        rig.publish(Raw::number(0).id("a").header("x-big", "h".repeat(126_000))).await;
        let dead = rig.dead_letter().await;
        let reason = dead.headers["x-acemq-error"].as_text().expect("text");
        assert!(reason.starts_with("exhausted 1 attempt: why") && reason.ends_with("[cut]"), "{reason}");
        assert!(dead.headers.contains_key("x-big"));
        finish(running).await;
    }
}
