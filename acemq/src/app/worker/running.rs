//! The handlers that run now.

use std::{collections::HashMap, sync::Arc, time::Duration};

use tokio::{
    task::{Id, JoinSet},
    time::Instant,
};

use crate::pipeline::{Context, Identity, Ready, Worked, work};

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
    pub(super) fn start(&mut self, context: &Arc<Context>, ready: Ready) {
        let facts = Facts { identity: ready.job.identity(), since: context.clock.instant() };
        let context = Arc::clone(context);
        let task = self.tasks.spawn(async move { work(&context, ready).await });
        self.facts.insert(task.id(), facts);
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
                tracing::error!(%error, "a handler's task ended without an outcome");
                None
            }
            None => std::future::pending().await,
        }
    }

    /// Those that run now.
    pub(super) fn facts(&self) -> impl Iterator<Item = (Run, &Facts)> {
        self.facts.iter().map(|(id, facts)| (Run(*id), facts))
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
