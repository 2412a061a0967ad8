//! One listener at work: subscribes, hands deliveries to the pipeline, and rebuilds itself when the link is lost.
//!
//! [`run`] is the whole life; [`epoch`] is one subscription; [`wind_down`] is the drain of this listener.

mod arrive;
mod backoff;
mod desk;
mod epoch;
mod lost;
mod moves;
mod orphans;
mod running;
mod waits;
mod wind_down;
mod window;

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{oneshot, watch},
    time::Instant,
};

use self::{backoff::Backoff, desk::Desk, epoch::Lost};
use crate::{
    app::apply::Restore,
    broker::{BrokerError, Channel, Subscribe, Subscription},
    message::Table,
    pipeline::Context,
    telemetry::{ListenerPhase, listener_state},
};

/// A subscription that held this long was a good one: its loss is tried again at once. One that is lost as soon as it
/// stands must not become a hot loop.
const STEADY: Duration = Duration::from_secs(5);

/// What closing a lost channel may take. It is dropped then.
const CLOSE_WITHIN: Duration = Duration::from_secs(2);

/// How much a listener does at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Unsettled deliveries at most.
    pub(crate) prefetch: u16,
    /// The same for the beginning of a subscription, until it is known that its head is no suspect.
    pub(crate) first_window: u16,
    /// Handlers at once.
    pub(crate) concurrency: u16,
    /// How many acks are sent as one.
    pub(crate) ack_batch: u32,
}

/// What the application orders of its listeners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Work.
    Work,
    /// Stop in order, until this moment at the latest.
    DrainBy(Instant),
}

/// What a listener reports when it has stopped.
#[derive(Debug)]
pub(crate) struct Report {
    /// The listener.
    pub(crate) id: Arc<str>,
    /// Messages whose ending was not carried out by the deadline, which go back to the broker: their handlers were still
    /// running, or a copy or a recoverer's answer was still to come.
    pub(crate) abandoned: usize,
    /// Its channel, still open: what is not settled goes back when it is closed.
    pub(crate) channel: Option<Arc<dyn Channel>>,
}

/// One listener, ready to run.
#[derive(Clone, Debug)]
pub(crate) struct Worker {
    pub(crate) context: Arc<Context>,
    pub(crate) limits: Limits,
    /// The arguments of its consumer.
    pub(crate) arguments: Table,
    /// What it declares again when it is rebuilt; nothing under `topology.apply: none`.
    pub(crate) restore: Option<Restore>,
    pub(crate) orders: watch::Receiver<Order>,
}

/// Hears how the first subscription went.
pub(crate) type First = oneshot::Sender<Result<(), BrokerError>>;

/// Runs a listener until a drain is ordered. `first` hears how the first subscription went; when it failed, the
/// listener ends at once: a start is all or nothing.
pub(crate) async fn run(worker: Worker, mut first: Option<First>) -> Report {
    let Worker { context, limits, arguments, restore, mut orders } = worker;
    let mut desk = Desk::new(Arc::clone(&context), limits);
    let request = Subscribe {
        queue: context.queue.to_string(),
        prefetch: limits.first_window,
        ack_batch: limits.ack_batch,
        listener: context.id.to_string(),
        arguments,
    };
    let mut backoff = Backoff::default();
    // Stops when a drain is ordered, or when the first subscription fails.
    loop {
        let again = if first.is_some() { None } else { restore.as_ref() };
        let subscribed = tokio::select! {
            biased;
            deadline = drain_ordered(&mut orders) => return wind_down::without_link(desk, deadline, &mut orders).await,
            subscribed = rebuild(&context, again, request.clone()) => subscribed,
        };
        let lost = match subscribed {
            Ok(subscription) => {
                tracing::info!(
                    listener = %context.id, queue = %context.queue, prefetch = limits.prefetch,
                    concurrency = limits.concurrency, "listening"
                );
                listener_state(&context.id, ListenerPhase::Running);
                if let Some(first) = first.take() {
                    // Nobody waits for it any more: the start was given up, and a drain order is on its way.
                    let _given_up = first.send(Ok(()));
                }
                let since = context.clock.instant();
                match work(&mut desk, subscription, &mut orders).await {
                    Ok(report) => return report,
                    Err(lost) => {
                        if context.clock.instant().duration_since(since) >= STEADY {
                            backoff.reset();
                        }
                        lost
                    }
                }
            }
            Err(error) => {
                if let Some(first) = first.take() {
                    let report = Report { id: Arc::clone(&context.id), abandoned: 0, channel: None };
                    let _given_up = first.send(Err(error));
                    return report;
                }
                Lost(error.to_string())
            }
        };
        desk.link_lost();
        listener_state(&context.id, ListenerPhase::Down);
        let pause = backoff.next(fastrand::f64());
        tracing::warn!(listener = %context.id, reason = %lost.0, ?pause, "not listening; will subscribe again");
        let again = context.clock.instant() + pause;
        if let Some(deadline) = desk.rest_until(again, &mut orders).await {
            return wind_down::without_link(desk, deadline, &mut orders).await;
        }
    }
}

/// Subscribes; after a loss the listener's own objects are declared first, since a broker may have come back without.
async fn rebuild(
    context: &Context,
    restore: Option<&Restore>,
    request: Subscribe,
) -> Result<Subscription, BrokerError> {
    if let Some(restore) = restore
        && let Err(error) = restore.run(&context.broker).await
    {
        // A rung or a `.dlq` whose home node is down is missing for now: the listener runs without it.
        tracing::warn!(listener = %context.id, %error, "its objects could not all be declared again");
    }
    context.broker.subscribe(request).await
}

/// One epoch: works until the link is lost, or winds down when a drain is ordered.
async fn work(
    desk: &mut Desk,
    mut subscription: Subscription,
    orders: &mut watch::Receiver<Order>,
) -> Result<Report, Lost> {
    match epoch::run(desk, &mut subscription, orders).await {
        epoch::Ended::Drain(deadline) => Ok(wind_down::with_link(desk, subscription, deadline, orders).await),
        epoch::Ended::Lost(lost) => {
            // A subscription that the broker cancelled leaves its channel open, with everything unsettled on it.
            if tokio::time::timeout(CLOSE_WITHIN, subscription.channel.close()).await.is_err() {
                tracing::debug!(listener = %desk.context.id, "the lost channel did not close in time");
            }
            Err(lost)
        }
    }
}

/// Resolves with the deadline when a drain is ordered, or when nobody can order anything any more.
async fn drain_ordered(orders: &mut watch::Receiver<Order>) -> Instant {
    let ordered = orders.wait_for(|order| matches!(order, Order::DrainBy(_))).await;
    match ordered.as_deref() {
        Ok(Order::DrainBy(deadline)) => *deadline,
        Ok(Order::Work) | Err(_) => Instant::now(),
    }
}
