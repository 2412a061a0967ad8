//! Every key of the attribute, read back from the listener that was started with it.

use acemq::{App, Config, MemoryStore, Running, prelude::*};
use acemq_tests::Rig;

use crate::{codecs::Reversed, listeners::finish, recoverer::Scripted};

#[ace_listener(
    queue = "${queue}",
    id = "options-written",
    retry = "exponential(5, 2s, 30s, jitter = none)",
    idempotent = "claims",
    idempotency_key = "header:x-request-id",
    prefetch = 50,
    concurrency = 4,
    auto_startup = true,
    codec = "reversed",
    on_exhausted = "republish(options.failed, late)",
    timeout = "20s",
    order = -3,
    consumer_arguments(x-priority = 7)
)]
async fn written(_payload: serde_json::Value) {}

#[ace_listener(queue = "${queue}", id = "options-requeueing", requeue_on_failure = true, order = 5)]
async fn requeueing() {}

#[ace_listener(queue = "${queue}", id = "options-silent", auto_startup = false)]
async fn silent() {}

const IDS: &[&str] = &["options-written", "options-requeueing", "options-silent"];

fn app(config: Config) -> App {
    App::new(config)
        .store("claims", MemoryStore::for_one_day())
        .store("other", MemoryStore::for_one_day())
        .codec("reversed", Reversed)
        .on_exhausted("archive", Scripted::new(|_| Ok(acemq::Recovery::Done)))
        .only(IDS)
}

/// Everything that the listener works with, in one line: a new option that nobody thinks of here changes it.
fn options(running: &Running, id: &str) -> String {
    format!("{:?}", running.listeners().get(id).expect("it was started").options())
}

#[tokio::test]
async fn every_key_of_the_attribute_arrives_at_the_listener_that_was_started() {
    let rig = Rig::memory("options").await;
    let running = app(rig.config()).start().await.expect("it starts");
    let queue = &rig.queue;
    assert_eq!(running.listeners().ids(), ["options-written", "options-requeueing"], "in their order");
    assert_eq!(
        options(&running, "options-written"),
        format!(
            "ListenerOptions {{ queue: {queue:?}, retry: \"exponential(5, 2s, 30s, jitter = none)\", \
             idempotent: Some(\"claims\"), idempotency_key: Some(\"header:x-request-id\"), prefetch: 50, \
             concurrency: 4, codec: Some(\"reversed\"), on_exhausted: \"republish(options.failed, late)\", \
             requeue_on_failure: false, timeout: Some(20s), order: -3, ack_batch: 12, \
             max_redeliveries: Some(10), consumer_arguments: {{\"x-priority\": I32(7)}} }}"
        )
    );
    assert_eq!(
        options(&running, "options-requeueing"),
        format!(
            "ListenerOptions {{ queue: {queue:?}, retry: \"none\", idempotent: None, idempotency_key: None, \
             prefetch: 100, concurrency: 1, codec: None, on_exhausted: \"dead-letter\", requeue_on_failure: true, \
             timeout: None, order: 5, ack_batch: 25, max_redeliveries: None, consumer_arguments: {{}} }}"
        )
    );
    finish(running).await;
}

#[tokio::test]
async fn configuration_beats_the_attribute_key_by_key() {
    let rig = Rig::memory("options-configured").await;
    let over = [
        ("queue", format!("{}.other", rig.queue)),
        ("retry", "fixed(4, 1m)".to_owned()),
        ("idempotent", "other".to_owned()),
        ("idempotency-key", "id".to_owned()),
        ("codec", "json".to_owned()),
        ("on-exhausted", "archive".to_owned()),
        ("timeout", "none".to_owned()),
    ];
    let numbers = [
        ("prefetch", 20),
        ("concurrency", 2),
        ("order", 9),
        ("consumer-arguments.x-priority", 1),
        ("ack-batch", 3),
        ("max-redeliveries", 4),
    ];
    let mut config = rig.config().with("listeners.options-silent.auto-startup", true);
    for (key, value) in over {
        config = config.with(&format!("listeners.options-written.{key}"), value);
    }
    for (key, value) in numbers {
        config = config.with(&format!("listeners.options-written.{key}"), value);
    }
    let config = config
        .with("listeners.options-requeueing.auto-startup", false)
        .with("listeners.options-silent.requeue-on-failure", true);
    let running = app(config).start().await.expect("it starts");
    assert_eq!(running.listeners().ids(), ["options-silent", "options-written"]);
    assert_eq!(
        options(&running, "options-written"),
        format!(
            "ListenerOptions {{ queue: \"{}.other\", retry: \"fixed(4, 1m, jitter = none)\", idempotent: Some(\"other\"), \
             idempotency_key: Some(\"id\"), prefetch: 20, concurrency: 2, codec: Some(\"json\"), \
             on_exhausted: \"archive\", requeue_on_failure: false, timeout: None, order: 9, ack_batch: 3, \
             max_redeliveries: Some(4), consumer_arguments: {{\"x-priority\": I32(1)}} }}",
            rig.queue
        )
    );
    assert!(options(&running, "options-silent").contains("requeue_on_failure: true"));
    finish(running).await;
}
