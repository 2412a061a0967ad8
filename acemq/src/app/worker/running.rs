//! The handlers that run now.

use std::{collections::HashMap, sync::Arc, time::Duration};

use tokio::{
    sync::oneshot,
    task::{AbortHandle, Id, JoinSet},
    time::Instant,
};

use crate::{
    extract::{Cancel, CancelCause},
    pipeline::{Context, Identity, Pass, Ready, Worked, work},
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
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) identity: Identity,
    pub(super) since: Instant,
    /// How it is told that it is cut off, when it asked.
    cancel: Option<Cancel>,
    is_suspect: bool,
    /// How a suspect's handler is cut off so that its message is still there to be returned.
    cut: Option<oneshot::Sender<()>>,
    task: AbortHandle,
}

impl Facts {
    /// Whether its handler asked to be told that it is cut off.
    pub(super) fn asked(&self) -> bool {
        self.cancel.is_some()
    }
}

/// Cuts a suspect's handler off. When nobody hears it any more, the handler has ended.
fn cut_off(cut: oneshot::Sender<()>, task: &AbortHandle) {
    if cut.send(()).is_err() {
        task.abort();
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

    /// Starts a handler, which has leave to run as long as it does.
    pub(super) fn start(&mut self, context: &Arc<Context>, mut ready: Ready, pass: Pass) {
        let (identity, since) = (ready.job.identity(), context.clock.instant());
        let cancel = ready.cancel.take();
        let context = Arc::clone(context);
        let (cut, cut_off) = oneshot::channel();
        let is_suspect = ready.job.seat.is_some();
        let cut = is_suspect.then_some(cut);
        let cut_off = async move {
            if cut_off.await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        let task = self.tasks.spawn(async move {
            let _pass = pass;
            work(&context, ready, cut_off).await
        });
        self.facts.insert(task.id(), Facts { identity, since, cancel, is_suspect, cut, task });
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
    pub(super) fn cancel(&mut self, cause: CancelCause) {
        for facts in self.facts.values_mut() {
            match (&facts.cancel, facts.cut.take()) {
                (Some(cancel), cut) => {
                    cancel.fire(cause);
                    facts.cut = cut;
                }
                (None, Some(cut)) => cut_off(cut, &facts.task),
                (None, None) => facts.task.abort(),
            }
        }
    }

    /// Cuts a suspect off that was told and did not end.
    pub(super) fn cut_suspects(&mut self) {
        for facts in self.facts.values_mut() {
            if let Some(cut) = facts.cut.take() {
                cut_off(cut, &facts.task);
            }
        }
    }

    /// Whether one of those that run asked to be told.
    pub(super) fn any_asked(&self) -> bool {
        self.facts.values().any(Facts::asked)
    }

    /// Whether a suspect runs.
    pub(super) fn any_suspect(&self) -> bool {
        self.facts.values().any(|facts| facts.is_suspect)
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
