//! First step of a move whose message a recoverer decides about: it is asked, once, and its answer becomes the move's
//! destination. Whatever goes wrong with it ends in the dead-letter queue.

use std::{error::Error, panic::AssertUnwindSafe, time::Duration};

use acemq_core::duration;
use futures_util::FutureExt as _;
use tracing::Instrument as _;

use super::{
    begin::FIRST_ATTEMPT,
    context::Context,
    decide::{Target, Wait, wait_before_starting_over},
    moving::{Destination, IfMissing, Move, Waiting},
    panic::panic_text,
};
use crate::{
    listener::{Contained, Exhausted, Recovery, is_own_queue},
    message::Headers,
    telemetry::Consumed,
};

/// How long a recoverer may take.
const LONGEST_ANSWER: Duration = Duration::from_secs(30);

/// The longest name that a broker knows, in bytes.
const MAX_NAME: usize = acemq_core::names::MAX_NAME;

/// How many links of an error's chain are read: one that names itself as its source must not hang the listener.
const LONGEST_CHAIN: usize = 64;

/// What an answer makes of a move.
#[derive(Debug)]
pub(super) enum Recovered {
    /// It goes on to its new destination.
    Move(Box<Move>),
    /// It waits here first.
    Wait(Box<Waiting>),
}

/// Asks the listener's recoverer about the message, and gives the move its destination.
pub(super) async fn recover(context: &Context, mut moving: Box<Move>) -> Recovered {
    let span = moving.job.span.clone();
    let answer = match ask(context, &moving).instrument(span).await {
        Ok(answer) => answer,
        Err(cause) => {
            let name = context.recoverer.as_ref().map_or("", |named| &named.name);
            tracing::warn!(
                listener = %context.id, message_id = %moving.job.envelope.id, recoverer = name, cause,
                "the recoverer failed: to the dead-letter queue"
            );
            let reason = moving.reason.take().unwrap_or_default();
            moving.reason = Some(format!("{reason}; the recoverer `{name}` failed: {cause}"));
            Recovery::DeadLetter
        }
    };
    tracing::debug!(listener = %context.id, message_id = %moving.job.envelope.id, ?answer, "recovered");
    let (to, counted) = match answer {
        Recovery::Done => (Destination::Done, Consumed::DeadLettered),
        Recovery::DeadLetter => (Destination::SetAside(Target::DeadLetter), Consumed::DeadLettered),
        Recovery::Park => (Destination::SetAside(Target::Parked), Consumed::Parked),
        Recovery::Reject => (Destination::Reject, Consumed::Rejected),
        Recovery::Republish { exchange, routing_key } => {
            (Destination::Exchange { exchange, routing_key }, Consumed::DeadLettered)
        }
        Recovery::Requeue => {
            moving.attempt = FIRST_ATTEMPT;
            match wait_before_starting_over(fastrand::f64(), &context.rules) {
                Wait::Broker(wait) => {
                    (Destination::Rung { wait, if_missing: IfMissing::WaitHere }, Consumed::Retried)
                }
                Wait::Here { jittered, whole } => {
                    let Move { job, attempt, reason, .. } = *moving;
                    let counted = Consumed::Retried;
                    let wait = jittered;
                    return Recovered::Wait(Box::new(Waiting { job, wait, whole, attempt, reason, counted }));
                }
            }
        }
    };
    moving.to = to;
    moving.counted = counted;
    Recovered::Move(moving)
}

/// The answer, or why there is none. Everything of the application's runs inside of the catch: its call, and the text of its
/// error. Its future may be dropped with the listener, where nobody catches: it contains its own end.
async fn ask(context: &Context, moving: &Move) -> Result<Recovery, String> {
    let Some(named) = &context.recoverer else { return Err("there is none of that name".to_owned()) };
    let message = Exhausted {
        envelope: &moving.job.envelope,
        headers: Headers::new(moving.job.delivery.headers.clone()),
        body: &moving.job.delivery.body,
        queue: &context.queue,
        reason: moving.reason.as_deref().unwrap_or_default(),
    };
    let answer = async {
        let asked = Contained::new("recoverer's answer", named.recoverer.recover(&message));
        match tokio::time::timeout(LONGEST_ANSWER, asked).await {
            Ok(Ok(answer)) => sendable(answer, &context.queue),
            Ok(Err(error)) => Err(cause(error.as_ref())),
            Err(_elapsed) => Err(format!("timed out after {}", duration::format(LONGEST_ANSWER))),
        }
    };
    AssertUnwindSafe(answer).catch_unwind().await.unwrap_or_else(|payload| Err(panic_text(payload)))
}

/// An answer that no broker could carry out would hold its message, and the listener, for ever; one that brings the message
/// back at the attempt that was its last would have it used up again at once.
fn sendable(answer: Recovery, queue: &str) -> Result<Recovery, String> {
    if let Recovery::Republish { exchange, routing_key } = &answer {
        if exchange.is_empty() && routing_key.is_empty() {
            return Err("it names neither an exchange nor a routing key".to_owned());
        }
        if is_own_queue(exchange, routing_key, queue) {
            return Err(format!(
                "it names `{queue}`, the listener's own queue, and the message would come again at once, for ever; \
                 `Recovery::Requeue` waits and begins at attempt 1"
            ));
        }
        for (what, name) in [("exchange", exchange), ("routing key", routing_key)] {
            if name.len() > MAX_NAME {
                return Err(format!("its {what} has {} bytes, and a broker accepts {MAX_NAME}", name.len()));
            }
        }
    }
    Ok(answer)
}

/// The error with its sources; a text with which the line ends already is not said again.
fn cause(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    for _ in 0..LONGEST_CHAIN {
        let Some(link) = source else { break };
        let cause = link.to_string();
        if !cause.is_empty() && !text.ends_with(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
        source = link.source();
    }
    text
}
