//! After the decision: what needs no copy is settled at once, and everything else becomes a wait here or a move, which
//! [`settle`](super::settle) carries.

use std::time::Duration;

use super::{
    context::Context,
    decide::{Acked, Because, Requeued, Verdict, Wait},
    job::{Identity, Job},
    moving::{Destination, IfMissing, Move, Waiting},
    settle::{Landed, finish, give_back, set_aside_queue},
};
use crate::{broker::Settled, telemetry::Consumed, topology::IN_PROGRESS_WAIT};

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
            let Job { unsettled, span, envelope, delivery } = job;
            let settled = unsettled.ack();
            finish(context, &span, counted, settled);
            match settled {
                Settled::Sent => Step::Settled,
                Settled::Stale => {
                    let key = Identity::of(&envelope, &delivery).key();
                    Step::Stale(Landed { key, settled, counted })
                }
            }
        }
        Verdict::Requeue(why) => {
            let reason = match why {
                Requeued::Released => "released by the handler",
                Requeued::Failed => "failed, under requeue-on-failure",
            };
            tracing::debug!(listener = %context.id, message_id = %job.envelope.id, reason, "back to the broker");
            give_back(context, job);
            Step::Settled
        }
        Verdict::Retry { wait, cause } => {
            let attempt = job.envelope.attempt;
            let place = match wait {
                Wait::Here { jittered, .. } => Place::Here(jittered),
                Wait::Broker(whole) => Place::Broker(whole),
            };
            tracing::info!(
                listener = %context.id, message_id = %job.envelope.id, attempt, %cause, waits = %place, "failed, will be retried"
            );
            let next = attempt.saturating_add(1);
            match wait {
                Wait::Here { jittered, whole } => Step::Wait(Box::new(Waiting {
                    job,
                    wait: jittered,
                    whole,
                    attempt: next,
                    counted: Consumed::Retried,
                })),
                Wait::Broker(wait) => Step::Move(Box::new(Move {
                    job,
                    to: Destination::Rung { wait, if_missing: IfMissing::WaitHere },
                    attempt: next,
                    reason: None,
                    counted: Consumed::Retried,
                })),
            }
        }
        Verdict::PutBack => {
            tracing::debug!(listener = %context.id, message_id = %job.envelope.id, "claimed elsewhere: put back");
            let attempt = job.envelope.attempt;
            let to = Destination::Rung { wait: IN_PROGRESS_WAIT, if_missing: IfMissing::WaitHere };
            Step::Move(Box::new(Move { job, to, attempt, reason: None, counted: Consumed::InProgress }))
        }
        Verdict::SetAside { target, because, reason } => {
            tracing::warn!(
                listener = %context.id,
                message_id = %job.envelope.id,
                attempt = job.envelope.attempt,
                to = %set_aside_queue(&context.queue, target),
                reason,
                "given up"
            );
            let counted = match because {
                Because::GivenUp => Consumed::DeadLettered,
                Because::Rejected => Consumed::Rejected,
                Because::Parked => Consumed::Parked,
            };
            let attempt = job.envelope.attempt;
            let to = Destination::SetAside(target);
            Step::Move(Box::new(Move { job, to, attempt, reason: Some(reason), counted }))
        }
    }
}

/// Where a retry waits, for the log.
enum Place {
    Here(Duration),
    Broker(Duration),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Here(wait) => write!(f, "{} here", acemq_core::duration::format(*wait)),
            Self::Broker(wait) => write!(f, "{} in the broker", acemq_core::duration::format(*wait)),
        }
    }
}
