//! The orderly stop, to be read from top to bottom. One deadline for all of it.

use std::{sync::Arc, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tokio::time::Instant;

use super::{
    drained::{Abandoned, Drained},
    supervisor::{ACK_BARRIER, Supervisor},
};
use crate::broker::{Broker, Channel};

/// What the connections may take to close once everything is settled.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);

/// Stops all listeners at once, then closes the connections.
///
/// 1. Every listener cancels its subscription, hands back what has not started, hands its waits to the broker and lets
///    what runs finish; publishing works all the while.
/// 2. 200 ms pass, so that the last acks arrive.
/// 3. Channels close, which returns what is unsettled in its order; then the connections.
pub(crate) async fn drain(mut supervisor: Supervisor, broker: Arc<dyn Broker>, deadline: Instant) -> Drained {
    let begun = Instant::now();
    tracing::info!(listeners = supervisor.len(), budget = ?deadline.duration_since(begun), "draining");
    supervisor.drain_by(deadline);
    let mut closing = FuturesUnordered::new();
    let mut abandoned = Vec::new();
    let mut is_working = true;
    // Stops when every listener has reported and every channel is closed; each closes as soon as its listener is done,
    // so that others have its messages while a slower one still works.
    while is_working || !closing.is_empty() {
        tokio::select! {
            report = supervisor.next_report(), if is_working => match report {
                Some(report) => {
                    if report.abandoned > 0 {
                        abandoned.push(Abandoned { listener: report.id.to_string(), count: report.abandoned });
                    }
                    closing.extend(report.channel.map(close));
                }
                None => is_working = false,
            },
            Some(()) = closing.next() => {}
        }
    }
    broker.close(CLOSE_WITHIN).await;
    let drained = Drained::new(abandoned);
    tracing::info!(elapsed = ?begun.elapsed(), abandoned = drained.abandoned(), "stopped");
    drained
}

/// Closes a listener's channel, once its last acks have had their time to arrive.
async fn close(channel: Arc<dyn Channel>) {
    tokio::time::sleep(ACK_BARRIER).await;
    if tokio::time::timeout(CLOSE_WITHIN, channel.close()).await.is_err() {
        tracing::debug!("a channel did not close in time; it goes with its connection");
    }
}
