//! The owner of every listener's task: nothing of ours runs that a drain does not wait for.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures_util::FutureExt as _;

use tokio::{
    sync::{oneshot, watch},
    task::JoinSet,
    time::Instant,
};

use super::worker::{self, First, Order, Report, Worker};
use crate::{
    broker::{BrokerError, BrokerErrorKind},
    telemetry::{ListenerPhase, listener_state},
};

/// Listeners at work.
#[derive(Debug)]
pub(crate) struct Supervisor {
    workers: JoinSet<Report>,
    orders: watch::Sender<Order>,
}

impl Supervisor {
    /// One without listeners.
    pub(crate) fn new() -> Self {
        Self { workers: JoinSet::new(), orders: watch::Sender::new(Order::Work) }
    }

    /// Where its listeners hear what is ordered.
    pub(crate) fn orders(&self) -> watch::Receiver<Order> {
        self.orders.subscribe()
    }

    /// How many listeners there are.
    pub(crate) fn len(&self) -> usize {
        self.workers.len()
    }

    /// Starts a listener and waits for its first subscription.
    ///
    /// # Errors
    ///
    /// The broker refused the subscription: the listener has ended again.
    pub(crate) async fn start(&mut self, worker: Worker) -> Result<(), BrokerError> {
        let (first, subscribed) = oneshot::channel();
        self.workers.spawn(supervise(worker, first));
        match subscribed.await {
            Ok(subscribed) => subscribed,
            Err(_ended) => {
                let text = "it ended before it was subscribed";
                Err(BrokerError::new(BrokerErrorKind::Other, text))
            }
        }
    }

    /// Orders the drain, or an earlier deadline for one that has begun.
    pub(crate) fn drain_by(&self, deadline: Instant) {
        self.orders.send_modify(|order| {
            let sooner = match *order {
                Order::Work => deadline,
                Order::DrainBy(begun) => begun.min(deadline),
            };
            *order = Order::DrainBy(sooner);
        });
    }

    /// The report of the next listener that stops, `None` when all have.
    ///
    /// # Cancel safety
    ///
    /// Nothing is lost when the future is dropped.
    pub(crate) async fn next_report(&mut self) -> Option<Report> {
        loop {
            match self.workers.join_next().await? {
                Ok(report) => return Some(report),
                // A fault of ours: its channel is closed with the connection, and its messages go back.
                Err(error) => tracing::error!(%error, "a listener ended without a report"),
            }
        }
    }
}

/// Runs a listener, and begins it anew when it panics: a fault of ours must not end in a process that looks alive and
/// reads nothing. What it had in hand comes again.
async fn supervise(worker: Worker, first: First) -> Report {
    let mut first = Some(first);
    loop {
        let run = worker::run(worker.clone(), first.take());
        match AssertUnwindSafe(run).catch_unwind().await {
            Ok(report) => return report,
            // The text is in the panic's own message, which has been written.
            Err(panic) => drop(panic),
        }
        let id = &worker.context.id;
        tracing::error!(listener = %id, "a listener panicked; it is started again");
        listener_state(id, ListenerPhase::Down);
        tokio::time::sleep(AFTER_PANIC).await;
    }
}

/// The pause before a listener that panicked is started again.
const AFTER_PANIC: Duration = Duration::from_secs(1);

/// Acks that are sent just before a close can be lost on a quorum queue; after this long none were (wire behaviour seen
/// on RabbitMQ 3.10: up to 887 of 15,000 came back without it, none in 26 runs with 50 to 200 ms).
pub(crate) const ACK_BARRIER: Duration = Duration::from_millis(200);
