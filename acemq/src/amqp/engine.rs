//! The small runtime of the adapter: one thread on which both connections and all adapter tasks live.
//!
//! Handlers that block every worker of the application must not cost a heartbeat, so nothing of the protocol runs there.
//! The thread ends with the adapter. Nobody waits for it in a drop: it is told, and takes itself down.

use std::{future::Future, io, thread, time::Duration};

use tokio::{
    runtime::{Builder, Handle},
    sync::{mpsc, oneshot, watch},
    task::JoinHandle,
};

use crate::broker::{BrokerError, BrokerErrorKind};

/// How long a drop leaves the connections to say goodbye.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long a request to the broker may take. A quorum queue of a busy cluster is not declared in a moment.
pub(super) const ANSWER: Duration = Duration::from_secs(30);

/// The thread, seen from its owner.
#[derive(Debug)]
pub(super) struct Engine {
    tasks: Tasks,
    stop: watch::Sender<Option<Duration>>,
    finished: watch::Receiver<bool>,
}

/// Where adapter tasks run. Cheap to clone; does not keep the thread alive.
#[derive(Clone, Debug)]
pub(super) struct Tasks {
    handle: Handle,
    closing: watch::Receiver<bool>,
    keepers: mpsc::UnboundedSender<JoinHandle<()>>,
}

impl Engine {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// The system gives no thread or no event queue.
    pub(super) async fn start() -> io::Result<Self> {
        let (ready, started) = oneshot::channel();
        let (stop, mut stopped) = watch::channel(None);
        let (finish, finished) = watch::channel(false);
        let (close, closing) = watch::channel(false);
        let (keepers, mut kept) = mpsc::unbounded_channel::<JoinHandle<()>>();
        thread::Builder::new().name("acemq-amqp".to_owned()).spawn(move || {
            // Built here and not by the caller: a runtime must not be dropped inside another one.
            let runtime = match Builder::new_current_thread().enable_all().build() {
                Ok(runtime) => runtime,
                Err(error) => return ignore(ready.send(Err(error))),
            };
            ignore(ready.send(Ok(runtime.handle().clone())));
            runtime.block_on(async {
                // An owner that is gone without a word counts as a stop.
                let within = match stopped.wait_for(Option::is_some).await {
                    Ok(within) => within.unwrap_or(FAREWELL),
                    Err(_) => FAREWELL,
                };
                close.send_replace(true);
                let farewell = async {
                    while let Ok(keeper) = kept.try_recv() {
                        ignore(keeper.await);
                    }
                };
                ignore(tokio::time::timeout(within, farewell).await);
            });
            // Tasks are dropped where they stand; a name look-up that hangs is left behind.
            runtime.shutdown_background();
            finish.send_replace(true);
        })?;
        let handle =
            started.await.map_err(|_ended| io::Error::other("the adapter's thread ended at once"))??;
        Ok(Self { tasks: Tasks { handle, closing, keepers }, stop, finished })
    }

    /// Where adapter tasks run.
    pub(super) fn tasks(&self) -> &Tasks {
        &self.tasks
    }

    /// Ends everything: connections close, at the latest after `within` they are dropped. Resolves when the thread ends.
    pub(super) async fn stop(&self, within: Duration) {
        self.stop.send_if_modified(|stop| stop.replace(within).is_none());
        let mut finished = self.finished.clone();
        let finished = finished.wait_for(|finished| *finished);
        ignore(tokio::time::timeout(within + FAREWELL, finished).await);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop.send_if_modified(|stop| stop.replace(FAREWELL).is_none());
    }
}

impl Tasks {
    /// Runs a future to its end on the adapter's thread; dropping the handle does not stop it.
    pub(super) fn spawn<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.handle.spawn(future)
    }

    /// Runs a future that ends by itself when the adapter closes; the thread waits for it then.
    pub(super) fn keep(&self, future: impl Future<Output = ()> + Send + 'static) {
        // Refused only after the end, when the task is dropped anyway.
        ignore(self.keepers.send(self.spawn(future)));
    }

    /// Runs a request to the broker on the adapter's thread and waits for it.
    ///
    /// # Errors
    ///
    /// What the request says, and [`BrokerErrorKind::Lost`] when there is no answer in time or the adapter is closed.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        what: String,
        within: Duration,
        request: impl Future<Output = Result<T, BrokerError>> + Send + 'static,
    ) -> Result<T, BrokerError> {
        let silent = BrokerError::new(
            BrokerErrorKind::Lost,
            format!("cannot {what}: the broker did not answer within {within:?}"),
        );
        let asked =
            self.spawn(async move { tokio::time::timeout(within, request).await.unwrap_or(Err(silent)) });
        asked.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Resolves when the adapter closes.
    pub(super) async fn closed(&self) {
        let mut closing = self.closing.clone();
        // An error means that the thread is gone.
        ignore(closing.wait_for(|closing| *closing).await);
    }

    /// Resolves when the adapter's thread has dropped all its tasks.
    pub(super) async fn ended(&self) {
        let mut closing = self.closing.clone();
        while closing.changed().await.is_ok() {}
    }

    /// Whether the adapter is closing or closed.
    pub(super) fn is_closing(&self) -> bool {
        *self.closing.borrow() || self.closing.has_changed().is_err()
    }

    /// How many tasks live on the adapter's thread.
    pub(super) fn alive(&self) -> usize {
        self.handle.metrics().num_alive_tasks()
    }
}

/// What every request answers once the adapter is closed.
pub(super) fn closed() -> BrokerError {
    BrokerError::new(BrokerErrorKind::Lost, "the connection to the broker is closed")
}

/// Drops the result of something that may fail without consequence.
fn ignore<T>(_: T) {}
