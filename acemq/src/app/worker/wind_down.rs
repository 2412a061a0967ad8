//! The drain of one listener: cancel, hand back, finish what runs, flush. In this order, by one deadline.

use std::{sync::Arc, time::Duration};

use futures_util::{FutureExt as _, StreamExt as _};
use tokio::{sync::watch, time::Instant};

use super::{Order, Report, desk::Desk, epoch::at};
use crate::{
    broker::{Event, Subscription},
    extract::CancelCause,
    pipeline::{Ending, Ready},
    telemetry::{ListenerPhase, listener_state},
};

/// What a handler that took a [`Cancelled`](crate::Cancelled) has to end by itself once the deadline has passed: enough to
/// write down where it stands, and far from the two seconds after which a process whose drain overran is ended.
const LAST_WORD: Duration = Duration::from_millis(500);

/// Drains a listener that is subscribed.
pub(super) async fn with_link(
    desk: &mut Desk,
    mut subscription: Subscription,
    mut deadline: Instant,
    orders: &mut watch::Receiver<Order>,
) -> Report {
    tracing::info!(
        listener = %desk.context.id, running = desk.running.len(), not_started = desk.backlog.len(),
        waiting = desk.waits.len(), "draining"
    );
    listener_state(&desk.context.id, ListenerPhase::Draining);
    desk.begin_drain();
    let channel = Arc::clone(&subscription.channel);
    let cancelled = tokio::time::timeout_at(deadline, channel.cancel()).await;
    if let Ok(Err(error)) = &cancelled {
        tracing::debug!(listener = %desk.context.id, %error, "the subscription could not be cancelled");
    }
    let mut reading = true;
    let mut returned = 0;
    // Stops when nothing runs, nothing moves and the deliveries have ended, or at the deadline.
    let overran = loop {
        returned += return_backlog(desk);
        if !reading && desk.running.is_empty() && desk.moves.is_done() {
            break false;
        }
        let due = desk.next_due();
        tokio::select! {
            biased;
            worked = desk.running.next() => desk.ended(worked),
            ended = desk.moves.next() => desk.carried(ended),
            () = at(due) => desk.due(),
            event = subscription.events.next(), if reading => match event {
                Some(Event::Arrival(arrival)) => desk.arrive(arrival),
                Some(Event::Ended(_)) | None => reading = false,
            },
            changed = orders.changed() => deadline = sooner(changed, orders, deadline),
            () = tokio::time::sleep_until(deadline) => break true,
        }
    };
    let abandoned = if overran { abandon(desk).await } else { 0 };
    tracing::info!(listener = %desk.context.id, returned, abandoned, "drained");
    channel.flush().await;
    listener_state(&desk.context.id, ListenerPhase::Stopped);
    Report { id: Arc::clone(&desk.context.id), abandoned, channel: Some(channel) }
}

/// Drains a listener that has no subscription: what runs may finish and copies under way may land, but nobody can settle
/// their originals, which come again at the attempt that they had.
pub(super) async fn without_link(
    mut desk: Desk,
    mut deadline: Instant,
    orders: &mut watch::Receiver<Order>,
) -> Report {
    desk.begin_drain();
    // Stops when nothing runs and nothing moves, or at the deadline.
    while !desk.running.is_empty() || desk.moves.under_way() > 0 {
        tokio::select! {
            biased;
            ended = desk.running.next() => desk.ended(ended),
            ended = desk.moves.next() => desk.carried(ended),
            changed = orders.changed() => deadline = sooner(changed, orders, deadline),
            () = tokio::time::sleep_until(deadline) => break,
        }
    }
    let abandoned = abandon(&mut desk).await;
    listener_state(&desk.context.id, ListenerPhase::Stopped);
    Report { id: Arc::clone(&desk.context.id), abandoned, channel: None }
}

/// The deadline after an order: a drain that was ordered can be ordered to end sooner.
fn sooner(
    changed: Result<(), watch::error::RecvError>,
    orders: &watch::Receiver<Order>,
    deadline: Instant,
) -> Instant {
    match (changed, *orders.borrow()) {
        (Ok(()), Order::DrainBy(sooner)) => deadline.min(sooner),
        (Ok(()), Order::Work) | (Err(_), _) => deadline,
    }
}

/// What has not started goes back: at once when several run at a time, so that others have it; with the closing of
/// the channel otherwise, which alone returns a quorum queue's messages in their order. A suspect goes back as a copy.
fn return_backlog(desk: &mut Desk) -> usize {
    let backlog = std::mem::take(&mut desk.backlog);
    let returned = backlog.len();
    for Ready { job, .. } in backlog {
        if desk.limits.concurrency > 1 || job.seat.is_some() {
            desk.give_back(job);
        }
    }
    returned
}

/// Ends what is still under way at the deadline, and says what it was. Answers how many messages it leaves without an ending
/// that was carried out.
///
/// Those that took a `Cancelled` hear of it and have their last word, the others have had theirs.
async fn abandon(desk: &mut Desk) -> usize {
    let now = desk.context.clock.instant();
    for (_, facts) in desk.running.facts() {
        let follows = if facts.asked() {
            "it is told, and may have a last word"
        } else {
            "its message goes back to the broker"
        };
        tracing::warn!(
            listener = %desk.context.id,
            message_id = facts.identity.id(),
            attempt = facts.identity.attempt(),
            running_for = ?now.duration_since(facts.since),
            "still running at the drain's deadline: {follows}"
        );
    }
    desk.overrun();
    let mut running = desk.running.len();
    let has_suspect = desk.running.any_suspect();
    desk.running.cancel(CancelCause::DrainOverran);
    let last_word = tokio::time::sleep(LAST_WORD);
    tokio::pin!(last_word);
    // Stops when all that were told have ended, or when their time is over.
    while desk.running.any_asked() {
        tokio::select! {
            biased;
            ended = desk.running.next() => {
                let by_itself = ended.as_ref().is_some_and(|(_, worked)| worked.ending != Ending::CutOff);
                running -= usize::from(by_itself);
                desk.ended(ended);
            }
            ended = desk.moves.next() => desk.carried(ended),
            () = &mut last_word => break,
        }
    }
    if has_suspect {
        desk.running.cut_suspects();
        return_suspect(desk).await;
    }
    desk.running.abandon().await;
    // A copy that the broker has confirmed by now has its original acked: else the message would be there twice.
    while let Some(ended) = desk.moves.next().now_or_never() {
        desk.carried(ended);
    }
    running + desk.unfinished()
}

/// Lets the copy of a suspect land whose handler was cut off, for a moment: to come again by the closing of the channel
/// would bring it nearer to the limit.
async fn return_suspect(desk: &mut Desk) {
    let moment = tokio::time::sleep(LAST_WORD);
    tokio::pin!(moment);
    // Stops when it has landed, or when its time is over.
    while desk.running.any_suspect() || desk.moves.under_way() > 0 {
        tokio::select! {
            biased;
            ended = desk.running.next() => desk.ended(ended),
            ended = desk.moves.next() => desk.carried(ended),
            () = &mut moment => break,
        }
    }
}
