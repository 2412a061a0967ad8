//! An error that says "never again" is found wherever it is wrapped.

use std::error::Error;

use acemq::{App, prelude::*};
use acemq_tests::{Raw, journey};

use crate::listeners::finish;

/// A handler's own error type.
#[derive(Debug, thiserror::Error)]
enum Mine {
    #[error("the order")]
    From(#[from] Fatal),
    #[error(transparent)]
    Transparent(Fatal),
}

fn never() -> Fatal {
    Fatal::new("a negative amount")
}

#[ace_listener(queue = "${queue}.bare", retry = "fixed(5, 10ms)")]
async fn bare(_amount: i64) -> Result<(), Fatal> {
    Err(never())
}

#[ace_listener(queue = "${queue}.boxed", retry = "fixed(5, 10ms)")]
async fn boxed(_amount: i64) -> Result<(), Box<dyn Error + Send + Sync>> {
    Err(never().into())
}

#[ace_listener(queue = "${queue}.from", retry = "fixed(5, 10ms)")]
async fn from(_amount: i64) -> Result<(), Mine> {
    Err(never())?;
    Ok(())
}

#[ace_listener(queue = "${queue}.transparent", retry = "fixed(5, 10ms)")]
async fn transparent(_amount: i64) -> Result<(), Mine> {
    Err(Mine::Transparent(never()))
}

#[ace_listener(queue = "${queue}.anyhow", retry = "fixed(5, 10ms)")]
async fn anyhowed(_amount: i64) -> anyhow::Result<()> {
    Err(never().into())
}

#[ace_listener(queue = "${queue}.context", retry = "fixed(5, 10ms)")]
async fn with_context(_amount: i64) -> anyhow::Result<()> {
    use anyhow::Context as _;
    Err::<(), _>(never()).context("order 7").context("taking the payment")
}

#[ace_listener(queue = "${queue}.result", retry = "fixed(5, 10ms)")]
async fn result(_amount: i64) -> Result<Ack, Fatal> {
    let amount: i64 = "much".parse().fatal()?;
    assert_eq!(amount, 0, "never reached");
    Ok(Ack::accept())
}

journey! {
    async fn a_fatal_error_goes_to_the_dead_letter_queue_at_once_however_it_is_wrapped(rig: Rig) {
        let ids = ["bare", "boxed", "from", "transparent", "anyhowed", "with_context", "result"];
        let running = App::new(rig.config()).only(&ids.map(|id| match id {
            "from" => "fatal::from",
            "result" => "fatal::result",
            other => other,
        }));
        let running = running.start().await.unwrap_or_else(|error| panic!("{error}"));
        for (suffix, cause) in [
            ("bare", "a negative amount"),
            ("boxed", "a negative amount"),
            ("from", "the order: a negative amount"),
            ("transparent", "a negative amount"),
            ("anyhow", "a negative amount"),
            ("context", "taking the payment: order 7: a negative amount"),
            ("result", "invalid digit found in string"),
        ] {
            let queue = rig.named(suffix);
            rig.publish_to("", &queue, Raw::number(7)).await;
            let dead = rig.collect(&format!("{queue}.dlq"), 1).await.remove(0);
            let error = dead.headers["x-acemq-error"].as_text().expect("a reason");
            assert_eq!(error, format!("the handler reported an unprocessable message: {cause}"), "{suffix}");
            assert_eq!(dead.headers["x-acemq-attempt"].as_integer(), Some(1), "{suffix}");
        }
        finish(running).await;
    }
}
