//! Third step: the handler runs, inside its span, with a panic and an overrun of its timeout caught.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use acemq_core::duration;
use futures_util::FutureExt as _;
use tracing::Instrument as _;

use super::{
    claim::claim,
    context::Context,
    decide::Ending,
    job::{Job, Ready},
    panic::panic_text,
};
use crate::{
    listener::{Call, Prepared},
    message::{Envelope, Outcome},
};

/// A job whose attempt has ended.
#[derive(Debug)]
pub(crate) struct Worked {
    pub(crate) job: Job,
    pub(crate) ending: Ending,
}

/// Claims the message, runs the handler, ends the claim; until `cut` resolves, which cuts the handler off at its await
/// point and leaves its message to be settled.
///
/// The job stays out of everything that may panic, a user's store included: whatever happens, it is there to be settled.
///
/// # Cancel safety
///
/// Dropping the future drops the handler at its await point and the duty to settle with it: the message goes back to
/// the broker when its channel closes, and its claim ends with its lease.
pub(crate) async fn work(context: &Context, ready: Ready, cut: impl Future<Output = ()>) -> Worked {
    let Ready { job, prepared, .. } = ready;
    let attempt = attempt(context, Arc::clone(&job.envelope), prepared).instrument(job.span.clone());
    let ended = AssertUnwindSafe(attempt).catch_unwind();
    let ending = tokio::select! {
        biased;
        ended = ended => {
            ended.unwrap_or_else(|payload| Ending::Said(Outcome::Retry { cause: panic_text(payload) }))
        }
        () = cut => Ending::CutOff,
    };
    Worked { job, ending }
}

async fn attempt(context: &Context, envelope: Arc<Envelope>, prepared: Prepared) -> Ending {
    let Prepared { call, key } = prepared;
    let held = match claim(context, &envelope, key.as_deref()).await {
        Ok(held) => held,
        Err(ending) => return ending,
    };
    context.metrics.attempts(envelope.attempt);
    let outcome = run(context, call).await;
    if let Some(held) = held
        && let Err(payload) = AssertUnwindSafe(held.end(context, &outcome)).catch_unwind().await
    {
        // The outcome stands: an accepted message must not run again because its store panicked.
        tracing::error!(listener = %context.id, panic = panic_text(payload), "the end of a claim panicked");
    }
    Ending::Said(outcome)
}

async fn run(context: &Context, call: Call) -> Outcome {
    let _in_flight = context.metrics.in_flight();
    let started = context.clock.instant();
    // An error is read in here: its text and its clean-up are the user's code, and may panic as the handler may.
    let said = async { call.await.outcome(&context.probes) };
    let caught = AssertUnwindSafe(said).catch_unwind();
    let ended = match context.timeout {
        None => caught.await,
        Some(limit) => match tokio::time::timeout(limit, caught).await {
            Ok(ended) => ended,
            Err(_elapsed) => Ok(timed_out(limit)),
        },
    };
    context.metrics.handler_took(context.clock.instant().duration_since(started));
    ended.unwrap_or_else(|payload| Outcome::Retry { cause: panic_text(payload) })
}

fn timed_out(limit: Duration) -> Outcome {
    Outcome::Retry { cause: format!("timed out after {}", duration::format(limit)) }
}
