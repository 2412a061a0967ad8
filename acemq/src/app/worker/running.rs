//! The handlers that run now.

use std::{collections::HashMap, sync::Arc, time::Duration};

use tokio::{
    task::{AbortHandle, Id, JoinSet},
    time::Instant,
};

use crate::{
    extract::{Cancel, CancelCause},
    pipeline::{Context, Identity, Ready, Worked, work},
};

/// What a handler that is given up has to come to its next await point.
const LAST_MOMENT: Duration = Duration::from_millis(100);

/// Handlers under way, each in a task of its own, all owned here: dropping this ends them.
#[derive(Debug, Default)]
pub(super) struct Running {
    tasks: JoinSet<Worked>,
    facts: HashMap<Id, Facts>,
}

/// The number of one run: two runs of equal messages are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Run(Id);

/// What is known of a running handler from outside.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) identity: Identity,
    pub(super) since: Instant,
    /// How it is told that it is cut off, when it asked.
    cancel: Option<Cancel>,
    task: AbortHandle,
}

impl Facts {
    /// Whether its handler asked to be told that it is cut off.
    pub(super) fn asked(&self) -> bool {
        self.cancel.is_some()
    }
}

impl Running {
    /// How many run.
    pub(super) fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether none runs.
    pub(super) fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Starts a handler.
    pub(super) fn start(&mut self, context: &Arc<Context>, mut ready: Ready) {
        let (identity, since) = (ready.job.identity(), context.clock.instant());
        let cancel = ready.cancel.take();
        let context = Arc::clone(context);
        let task = self.tasks.spawn(async move { work(&context, ready).await });
        self.facts.insert(task.id(), Facts { identity, since, cancel, task });
    }

    /// The next handler that ends, with the number of its run. `None` when its task ended without an outcome. Pends when
    /// none runs.
    ///
    /// # Cancel safety
    ///
    /// Nothing is lost when the future is dropped.
    pub(super) async fn next(&mut self) -> Option<(Run, Worked)> {
        match self.tasks.join_next_with_id().await {
            Some(Ok((id, worked))) => {
                self.facts.remove(&id);
                Some((Run(id), worked))
            }
            // Everything that may panic is caught inside: this is a fault of ours. The delivery went with it and comes
            // again when the channel closes.
            Some(Err(error)) => {
                self.facts.remove(&error.id());
                if !error.is_cancelled() {
                    tracing::error!(%error, "a handler's task ended without an outcome");
                }
                None
            }
            None => std::future::pending().await,
        }
    }

    /// Those that run now.
    pub(super) fn facts(&self) -> impl Iterator<Item = (Run, &Facts)> {
        self.facts.iter().map(|(id, facts)| (Run(*id), facts))
    }

    /// Tells those that asked that they are about to be cut off, and cuts off the others at their next await point.
    pub(super) fn cancel(&self, cause: CancelCause) {
        for facts in self.facts.values() {
            match &facts.cancel {
                Some(cancel) => cancel.fire(cause),
                None => facts.task.abort(),
            }
        }
    }

    /// Whether one of those that run asked to be told.
    pub(super) fn any_asked(&self) -> bool {
        self.facts.values().any(Facts::asked)
    }

    /// Ends all that run. Their messages go back to the broker with their channel.
    ///
    /// A handler ends at its next await point. One that blocks its thread has none, so nobody waits for it any longer
    /// than a moment: the deadline of the drain has passed.
    pub(super) async fn abandon(&mut self) {
        if tokio::time::timeout(LAST_MOMENT, self.tasks.shutdown()).await.is_err() {
            tracing::warn!(count = self.tasks.len(), "handlers block their threads and cannot be ended");
            self.tasks.detach_all();
        }
        self.facts.clear();
    }
}
