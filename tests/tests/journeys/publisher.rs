//! What an application publishes: confirmed and routed, or an error that says why.

use acemq::{App, Outgoing, PublishError, prelude::*};
use acemq_tests::{BoxError, Probe, Raw, Rig, block_on, counted, journey, until};
use serde_json::Value;

use crate::listeners::{finish, start};

#[ace_listener(queue = "${queue}")]
async fn forwarding(message: Message<Value>, mq: AceMq, probe: State<Probe>) -> Result<Ack, BoxError> {
    let receipt = mq.publisher("", &format!("{}.out", message.queue())).send(&message.payload).await?;
    assert_ne!(receipt.id(), message.envelope().id, "a message of its own");
    probe.run(&message).await
}

journey! {
    async fn what_a_handler_publishes_inherits_the_correlation_and_names_its_cause(rig: Rig) {
        let probe = Probe::accepting();
        rig.declare_queue(&rig.named("out"), &[]).await;
        let app = App::new(rig.config()).state(probe.clone()).only(&["forwarding"]);
        let running = app.start().await.unwrap_or_else(|error| panic!("{error}"));
        rig.publish(Raw::number(7).id("seven").header("x-acemq-correlation", "session-1")).await;
        let out = rig.collect(&rig.named("out"), 1).await.remove(0);
        let text = |name: &str| out.headers[name].as_text().expect("text").to_owned();
        assert_eq!(text("x-acemq-correlation"), "session-1");
        assert_eq!(text("x-acemq-causation"), "seven");
        assert!(text("x-acemq-origin").contains('@'));
        assert_eq!(out.headers["x-acemq-attempt"].as_integer(), Some(1));
        assert_eq!(out.properties.message_id.as_deref(), Some(&*text("x-acemq-id")));
        assert_eq!(out.properties.content_type.as_deref(), Some("application/json"));
        assert_eq!(out.properties.delivery_mode, Some(2));
        probe.runs(1).await;
        finish(running).await;
    }
}

journey! {
    async fn a_publish_that_no_queue_takes_is_an_error(rig: Rig) {
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        let mq = running.mq();
        let error = mq.publisher("", &rig.named("nowhere")).send(&1).await.expect_err("unroutable");
        assert!(matches!(error.publish_error(), Some(PublishError::Unroutable { .. })), "{error}");
        assert!(error.to_string().contains(&rig.named("nowhere")), "{error}");
        let error = mq.publisher(&rig.named("no-exchange"), "key").send(&1).await.expect_err("no exchange");
        assert!(matches!(error.publish_error(), Some(PublishError::NoExchange { .. })), "{error}");
        // Neither of them took the connection with it.
        mq.publisher("", &rig.queue).send(&1).await.expect("published");
        probe.runs(1).await;
        finish(running).await;
        assert_eq!(rig.outcomes("acked"), 1);
    }
}

journey! {
    async fn reserved_headers_are_not_an_applications_to_set(rig: Rig) {
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        let publisher = running.mq().publisher("", &rig.queue);
        for name in ["x-acemq-attempt", "X-ACEMQ-anything", "CC", "BCC"] {
            let error = publisher.send_message(Outgoing::new(1).header(name, "v")).await.expect_err(name);
            assert!(matches!(error.publish_error(), Some(PublishError::Invalid { .. })), "{error}");
            assert!(error.to_string().contains(name), "{error}");
        }
        let message = Outgoing::new(1).id("mine").message_type("order.placed").version(3).header("x-tenant", "acme");
        let receipt = publisher.send_message(message.priority(4).correlation_id("c")).await.expect("published");
        assert_eq!(receipt.id(), "mine");
        let seen = probe.runs(1).await.remove(0);
        assert_eq!((seen.envelope.id.as_str(), seen.envelope.version), ("mine", 3));
        assert_eq!((seen.envelope.message_type.as_str(), seen.envelope.correlation_id.as_str()), ("order.placed", "c"));
        assert_eq!(seen.headers.get("x-tenant").and_then(|value| value.as_text()), Some("acme"));
        assert!(seen.headers.get("x-acemq-id").is_none(), "ours are hidden");
        finish(running).await;
        assert_eq!(probe.count(), 1, "nothing that was refused was sent");
    }
}

journey! {
    async fn a_batch_says_which_of_its_values_were_not_published(rig: Rig) {
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        let mq = running.mq();
        let receipts = mq.publisher("", &rig.queue).send_all(&[1, 2, 3]).await.expect("all of them");
        assert_eq!(receipts.len(), 3);
        probe.runs(3).await;
        let error = mq.publisher("", &rig.named("nowhere")).send_all(&[1, 2]).await.expect_err("none of them");
        assert_eq!((error.published().len(), error.failed().len()), (0, 2));
        assert_eq!(error.failed().iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 1]);
        finish(running).await;
    }
}

journey! {
    async fn a_handle_that_was_lent_does_not_close_the_applications_connections(rig: Rig) {
        let probe = Probe::accepting();
        let running = start("plain", rig.config(), &probe).await;
        running.mq().close().await;
        rig.publish_numbers(0..1).await;
        probe.runs(1).await;
        running.mq().publisher("", &rig.queue).send(&1).await.expect("published");
        probe.runs(2).await;
        finish(running).await;
    }
}

journey! {
    async fn a_handle_of_ones_own_closes_its_connections(rig: Rig) {
        rig.declare_queue(&rig.queue, &[]).await;
        let mq = AceMq::connect(&rig.config()).await.expect("connected");
        let publisher = mq.publisher("", &rig.queue);
        publisher.send(&1).await.expect("published");
        mq.close().await;
        let error = publisher.send(&2).await.expect_err("closed");
        assert!(matches!(error.publish_error(), Some(PublishError::ConnectionLost { .. })), "{error}");
    }
}

journey! {
    async fn an_empty_text_is_as_if_it_were_not_set(rig: Rig) {
        rig.declare_queue(&rig.queue, &[]).await;
        let mq = AceMq::connect(&rig.config()).await.expect("connected");
        let message = Outgoing::new(1).id("").message_type("").correlation_id("").version(0);
        let receipt = mq.publisher("", &rig.queue).send_message(message).await.expect("published");
        let got = rig.collect(&rig.queue, 1).await.remove(0);
        let text = |name: &str| got.headers[name].as_text().map(str::to_owned);
        assert_eq!(text("x-acemq-type").as_deref(), Some(&*rig.queue), "the routing key");
        assert_eq!((text("x-acemq-id"), text("x-acemq-correlation")), (Some(receipt.id().to_owned()), text("x-acemq-id")));
        assert!(!receipt.id().is_empty());
        assert_eq!(got.headers["x-acemq-version"].as_integer(), Some(1));
        mq.close().await;
    }
}

/// On a blocked broker the first of a batch fails after its own time, and the second has hardly begun its own by then.
#[test]
fn a_batch_keeps_no_more_in_flight_than_is_allowed() {
    block_on(async {
        let rig = Rig::memory("bounded_batch").await;
        rig.declare_queue(&rig.queue, &[]).await;
        let config = rig.config().with("max-outstanding-publishes", 1).with("blocked-timeout", "2s");
        let mq = AceMq::connect(&config).await.expect("connected");
        rig.control().block("full");
        let publisher = mq.publisher("", &rig.queue);
        let batch = tokio::spawn(async move { publisher.send_all(&[0, 1, 2]).await });
        let failed = [("routing.key", rig.queue.as_str()), ("outcome", "failed")];
        until("the first has failed", || counted("acemq.publish.total", &failed) == 1).await;
        rig.control().unblock();
        let error = batch.await.expect("no panic").expect_err("one of them");
        assert_eq!(error.failed().iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0]);
        assert_eq!(error.published().iter().map(|(index, _)| *index).collect::<Vec<_>>(), [1, 2]);
        mq.close().await;
    });
}
