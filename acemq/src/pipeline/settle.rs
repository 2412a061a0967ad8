//! Last step: the verdict is carried out. The order *publish, confirmed and routed, then ack* exists here and nowhere
//! else: whoever dies between the two leaves a message that is there twice, never one that is nowhere.

use std::{sync::Arc, time::Duration};

use acemq_core::names::{self, dead_letter_queue, parked_queue};

use super::{
    context::Context,
    decide::Target,
    job::{Job, Key},
    moving::{Destination, IfMissing, Move, Waiting},
    permit::Permit,
    recover::{Recovered, recover},
    rungs::Rung,
};
use crate::{
    broker::{Fate, Lane, Publication, PublishError, Settled, Unsettled},
    message::{SetAside, copy_of},
    telemetry::Consumed,
    topology::rung_objects,
};

/// A message whose original only has to be acked: its work is done, or its copy is on the broker.
#[derive(Debug)]
pub(crate) struct Landed {
    pub(crate) key: Key,
    pub(crate) settled: Settled,
    pub(super) counted: Consumed,
    /// See [`Landed::speaks_for_original`].
    pub(super) speaks: bool,
}

impl Landed {
    /// Whether the original of this has to be acked when it comes again. Not when a copy may look like it in everything
    /// that a key sees, and would be acked in its place. That is the copy of a message that was put back; there the store
    /// tells. And it is what comes of a message that has started over, which walks the same ladder under the same reason
    /// every time.
    pub(crate) fn speaks_for_original(&self) -> bool {
        self.speaks
    }
}

/// How one try to carry a move ended.
#[derive(Debug)]
pub(crate) enum Carried {
    /// The copy is on the broker and the original is acked; or its channel is gone and the broker will bring the
    /// original again, to be acked then.
    Landed(Landed),
    /// There was no rung: it waits here.
    Waits(Box<Waiting>),
    /// It begins to wait here: so the recoverer answered.
    Postponed(Box<Waiting>),
    /// It went back to the broker.
    Returned,
    /// It was given up to the queue's own dead-letter exchange: so the recoverer answered.
    Rejected,
    /// Its copy was not begun, and is not on the broker. The original is held; what becomes of it is the caller's.
    Unbegun(Box<Move>),
    /// The copy did not land. The original is held; trying again is the caller's.
    Failed(Box<Move>, PublishError),
}

/// Returns a message to its queue, uncounted. A suspect's return has to be carried: see [`put_back`].
#[must_use]
pub(crate) fn give_back(context: &Context, job: Job) -> Option<Box<Move>> {
    if job.seat.is_some() {
        return Some(put_back(job));
    }
    let Job { unsettled, span, .. } = job;
    finish(context, &span, Consumed::Released, unsettled.requeue());
    None
}

/// Returns a suspect to its queue: as a copy, whose count begins again. To return it on purpose must not bring it nearer to
/// the limit, which only what kills the process may reach.
pub(crate) fn put_back(job: Job) -> Box<Move> {
    let attempt = job.envelope.attempt;
    Box::new(Move { job, to: Destination::Queue, attempt, reason: None, counted: Consumed::Released })
}

/// Gives a message up to its queue's own dead-letter exchange, without a copy. Nobody knows whether there is one, so it
/// is no dead letter of ours.
pub(super) fn reject(context: &Context, job: Job) {
    let Job { unsettled, span, .. } = job;
    match unsettled.reject() {
        Settled::Sent => {
            context.metrics.consumed(Consumed::Rejected);
            Consumed::Rejected.record_on(&span);
        }
        Settled::Stale => context.metrics.settle_stale(),
    }
}

/// Tries once to publish the copy, and acks the original when it is confirmed and routed.
///
/// # Cancel safety
///
/// Dropping the future leaves the original unsettled; its copy may have been published.
pub(crate) async fn carry(context: Arc<Context>, mut moving: Box<Move>, permit: Permit) -> Carried {
    if moving.to == Destination::Recoverer && moving.job.unsettled.is_live() {
        moving = match recover(&context, moving).await {
            Recovered::Move(moving) => moving,
            Recovered::Wait(waiting) => return Carried::Postponed(waiting),
        };
    }
    if moving.to != Destination::Done && !moving.job.unsettled.is_live() {
        // The broker brings the original again, perhaps to somebody else: a copy now would be a second one.
        return lost(moving);
    }
    if moving.to.takes_a_copy() && !permit.holds() {
        return Carried::Unbegun(moving);
    }
    let (to, rung) = match &moving.to {
        Destination::Queue => (Address::queue(&*context.queue), None),
        Destination::SetAside(target) => (Address::queue(set_aside_queue(&context.queue, *target)), None),
        Destination::Exchange { exchange, routing_key } => {
            (Address { exchange: exchange.clone(), routing_key: routing_key.clone() }, None)
        }
        Destination::Rung { wait, if_missing } => {
            let (wait, if_missing) = (*wait, *if_missing);
            match ready_rung(&context, wait).await {
                Some(rung) => {
                    let name = names::rung(&context.queue, rung, context.rungs.kind());
                    (Address::queue(name), Some((rung, wait, if_missing)))
                }
                None => return elsewhere(context, *moving, (wait, if_missing), permit).await,
            }
        }
        Destination::Done => return landed(&context, *moving),
        Destination::Reject => {
            reject(&context, moving.job);
            return Carried::Rejected;
        }
        // It could not be asked, since its channel went away meanwhile.
        Destination::Recoverer => return lost(moving),
    };
    if !permit.holds() {
        return Carried::Unbegun(moving);
    }
    match (context.broker.publish(publication(&context, &moving, &to)).await, rung) {
        (Ok(()), _) => landed(&context, *moving),
        (Err(PublishError::Unroutable { .. }), Some((rung, wait, if_missing))) => {
            context.rungs.gone(rung);
            elsewhere(context, *moving, (wait, if_missing), permit).await
        }
        (Err(error), _) => {
            if matches!(moving.to, Destination::SetAside(_) | Destination::Exchange { .. }) {
                context.metrics.set_aside_failed(to.name());
            }
            Carried::Failed(moving, error)
        }
    }
}

fn lost(moving: Box<Move>) -> Carried {
    let cause = "the channel of the original is gone".to_owned();
    Carried::Failed(moving, PublishError::ConnectionLost { cause, fate: Fate::NotSent })
}

/// Where a copy is published.
struct Address {
    exchange: String,
    routing_key: String,
}

impl Address {
    /// A queue, by name.
    fn queue(name: impl Into<String>) -> Self {
        Self { exchange: String::new(), routing_key: name.into() }
    }

    /// Who may publish to an exchange, and whether it is internal, the broker says by closing the channel; to the default one
    /// everybody who reads a queue of ours may.
    fn lane(&self) -> Lane {
        if self.exchange.is_empty() { Lane::Settlement } else { Lane::Republish }
    }

    /// The exchange, or the queue on the default one: what the metric names.
    fn name(&self) -> &str {
        if self.exchange.is_empty() { &self.routing_key } else { &self.exchange }
    }
}

/// The rung that a wait takes, declared first where that is needed and allowed.
async fn ready_rung(context: &Context, wait: Duration) -> Option<Duration> {
    match context.rungs.choose(wait) {
        Rung::Existing(rung) => Some(rung),
        Rung::Missing => None,
        Rung::Declare(rung) => {
            for object in rung_objects(&context.queue, rung, context.rungs.kind()) {
                if let Err(error) = context.broker.declare(&object).await {
                    tracing::warn!(listener = %context.id, %error, "a retry queue could not be declared");
                    context.rungs.refused(rung);
                    return None;
                }
            }
            context.rungs.declared(rung);
            Some(rung)
        }
    }
}

/// There is no rung: the message waits here, or goes back.
async fn elsewhere(
    context: Arc<Context>,
    moving: Move,
    (wait, if_missing): (Duration, IfMissing),
    permit: Permit,
) -> Carried {
    context.metrics.rung_missing(&names::rung(&context.queue, wait, context.rungs.kind()));
    let Move { job, attempt, reason, counted, .. } = moving;
    match if_missing {
        IfMissing::WaitHere => {
            Carried::Waits(Box::new(Waiting { job, wait, whole: wait, attempt, reason, counted }))
        }
        IfMissing::Return => match give_back(&context, job) {
            None => Carried::Returned,
            Some(moving) => Box::pin(carry(context, moving, permit)).await,
        },
    }
}

fn landed(context: &Context, moving: Move) -> Carried {
    let Move { job, counted, .. } = moving;
    let key = job.identity().key();
    let is_put_back = matches!(counted, Consumed::InProgress | Consumed::Released);
    let speaks = !is_put_back && job.envelope.error.is_none();
    let Job { unsettled, span, seat: _seat, .. } = job;
    let settled = unsettled.ack();
    finish(context, &span, counted, settled);
    Carried::Landed(Landed { key, settled, counted, speaks })
}

/// The original of a copy that landed came again: it is acked and not run.
pub(crate) fn ack_original(context: &Context, landed: &mut Landed, unsettled: Unsettled) {
    landed.settled = unsettled.ack();
    finish(context, &tracing::Span::none(), landed.counted, landed.settled);
}

/// Counts what was done. A settlement for a channel that is gone was not done: the broker brings the message again.
pub(super) fn finish(context: &Context, span: &tracing::Span, counted: Consumed, settled: Settled) {
    match settled {
        Settled::Sent => {
            context.metrics.consumed(counted);
            match counted {
                Consumed::Retried => context.metrics.retried(),
                // Everything that landed in `.dlq`; what is parked is counted by its outcome alone.
                Consumed::DeadLettered | Consumed::Rejected => context.metrics.dead_lettered(),
                Consumed::Acked
                | Consumed::Parked
                | Consumed::InProgress
                | Consumed::Duplicate
                | Consumed::Released => {}
            }
            counted.record_on(span);
        }
        Settled::Stale => context.metrics.settle_stale(),
    }
}

fn publication(context: &Context, moving: &Move, to: &Address) -> Publication {
    let set_aside = moving.reason.as_deref().map_or(SetAside::Unchanged, SetAside::Because);
    let budget = context.broker.header_budget();
    let mut original = moving.job.original();
    if let (Consumed::InProgress, Some(fuse)) = (moving.counted, context.fuse) {
        // To be put back is no outcome: who died over the message may die over its copy.
        original.redeliveries = fuse.redeliveries_of_a_claimed(&moving.job.delivery);
    }
    let (properties, headers) = copy_of(original, moving.attempt, set_aside, budget);
    Publication {
        lane: to.lane(),
        exchange: to.exchange.as_str().into(),
        routing_key: to.routing_key.as_str().into(),
        properties,
        headers,
        body: moving.job.delivery.body.clone(),
        deadline: None,
    }
}

pub(super) fn set_aside_queue(queue: &str, target: Target) -> String {
    match target {
        Target::DeadLetter => dead_letter_queue(queue),
        Target::Parked => parked_queue(queue),
    }
}
