//! After the decision: what needs no copy is settled at once, and everything else becomes a wait here or a move, which
//! [`settle`](super::settle) carries.

use std::fmt;

use acemq_core::duration;

use super::{
    context::Context,
    decide::{Acked, Because, Requeued, Verdict, Wait},
    job::{Identity, Job},
    moving::{Destination, IfMissing, Move, Waiting},
    settle::{Landed, finish, give_back, reject, set_aside_queue},
};
use crate::{broker::Settled, telemetry::Consumed, topology::IN_PROGRESS_WAIT};

/// The attempt at which a message starts over.
pub(super) const FIRST_ATTEMPT: u32 = 1;

/// What is left to do after a verdict.
#[derive(Debug)]
pub(crate) enum Step {
    /// Nothing: it is settled.
    Settled,
    /// It is done, but its channel went away: the broker brings it again, to be acked then.
    Stale(Landed),
    /// It waits in this process, unsettled, and is moved when the wait is over.
    Wait(Box<Waiting>),
    /// Its copy is to be published.
    Move(Box<Move>),
}

/// Begins to carry out a verdict: what needs no copy is settled at once.
pub(crate) fn begin(context: &Context, job: Job, verdict: Verdict) -> Step {
    match verdict {
        Verdict::Ack(acked) => {
            let counted = match acked {
                Acked::Done => Consumed::Acked,
                Acked::Duplicate => Consumed::Duplicate,
            };
            let Job { unsettled, span, envelope, delivery, seat: _seat } = job;
            let settled = unsettled.ack();
            finish(context, &span, counted, settled);
            match settled {
                Settled::Sent => Step::Settled,
                Settled::Stale => {
                    let key = Identity::of(&envelope, &delivery).key();
                    Step::Stale(Landed { key, settled, counted, speaks: true })
                }
            }
        }
        Verdict::Requeue(why) => {
            let reason = match why {
                Requeued::Released => "released by the handler",
                Requeued::Failed => "failed, under requeue-on-failure",
                Requeued::CutOff => "cut off at the drain's deadline",
            };
            tracing::debug!(listener = %context.id, message_id = %job.envelope.id, reason, "back to the broker");
            give_back(context, job).map_or(Step::Settled, Step::Move)
        }
        Verdict::Retry { wait, cause } => {
            let attempt = job.envelope.attempt;
            tracing::info!(
                listener = %context.id, message_id = %job.envelope.id, attempt, %cause, waits = %Place(wait),
                "failed, will be retried"
            );
            later(job, wait, Next { attempt: attempt.saturating_add(1), reason: None })
        }
        Verdict::StartOver { wait, reason } => {
            given_up(context, &job, &Place(wait), &reason);
            later(job, wait, Next { attempt: FIRST_ATTEMPT, reason: Some(reason) })
        }
        Verdict::PutBack => {
            tracing::debug!(listener = %context.id, message_id = %job.envelope.id, "claimed elsewhere: put back");
            let attempt = job.envelope.attempt;
            let to = Destination::Rung { wait: IN_PROGRESS_WAIT, if_missing: IfMissing::WaitHere };
            Step::Move(Box::new(Move { job, to, attempt, reason: None, counted: Consumed::InProgress }))
        }
        Verdict::SetAside { target, because, reason } => {
            given_up(context, &job, &set_aside_queue(&context.queue, target), &reason);
            let counted = match because {
                Because::GivenUp => Consumed::DeadLettered,
                Because::Rejected => Consumed::Rejected,
                Because::Parked => Consumed::Parked,
            };
            set_aside(job, Destination::SetAside(target), reason, counted)
        }
        Verdict::Republish { exchange, routing_key, reason } => {
            let to = Destination::Exchange { exchange, routing_key };
            given_up(context, &job, &to, &reason);
            set_aside(job, to, reason, Consumed::DeadLettered)
        }
        Verdict::Reject { reason } => {
            given_up(context, &job, &Destination::Reject, &reason);
            reject(context, job);
            Step::Settled
        }
        Verdict::Recover { reason } => {
            given_up(context, &job, &Destination::Recoverer, &reason);
            set_aside(job, Destination::Recoverer, reason, Consumed::DeadLettered)
        }
    }
}

/// What the next copy of a message carries.
struct Next {
    attempt: u32,
    reason: Option<String>,
}

/// Begins a wait, after which the message comes again.
fn later(job: Job, wait: Wait, next: Next) -> Step {
    let Next { attempt, reason } = next;
    let counted = Consumed::Retried;
    match wait {
        Wait::Here { jittered, whole } => {
            Step::Wait(Box::new(Waiting { job, wait: jittered, whole, attempt, reason, counted }))
        }
        Wait::Broker(wait) => {
            let to = Destination::Rung { wait, if_missing: IfMissing::WaitHere };
            Step::Move(Box::new(Move { job, to, attempt, reason, counted }))
        }
    }
}

/// Begins a move to where a person or another program finds the message.
fn set_aside(job: Job, to: Destination, reason: String, counted: Consumed) -> Step {
    let attempt = job.envelope.attempt;
    Step::Move(Box::new(Move { job, to, attempt, reason: Some(reason), counted }))
}

fn given_up(context: &Context, job: &Job, to: &dyn fmt::Display, reason: &str) {
    tracing::warn!(
        listener = %context.id, message_id = %job.envelope.id, attempt = job.envelope.attempt, %to, reason, "given up"
    );
}

/// Where a retry waits, for the log.
struct Place(Wait);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Wait::Here { jittered, .. } => write!(f, "{} here", duration::format(jittered)),
            Wait::Broker(wait) => write!(f, "{} in the broker", duration::format(wait)),
        }
    }
}
