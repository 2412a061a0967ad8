//! The orderly stop, to be read from top to bottom. One deadline for all of it.

use std::{sync::Arc, time::Duration};

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
    let mut channels: Vec<Arc<dyn Channel>> = Vec::new();
    let mut abandoned = Vec::new();
    while let Some(report) = supervisor.next_report().await {
        channels.extend(report.channel);
        if report.abandoned > 0 {
            abandoned.push(Abandoned { listener: report.id.to_string(), count: report.abandoned });
        }
    }
    if !channels.is_empty() {
        tokio::time::sleep(ACK_BARRIER).await;
    }
    for channel in channels {
        channel.close().await;
    }
    broker.close(CLOSE_WITHIN).await;
    let drained = Drained::new(abandoned);
    tracing::info!(elapsed = ?begun.elapsed(), abandoned = drained.abandoned(), "stopped");
    drained
}
