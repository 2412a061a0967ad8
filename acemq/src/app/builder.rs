//! `App`: the long form of `acemq::run`.

use std::{
    collections::BTreeMap,
    fmt,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{drained::Drained, running::Running, signals, startup};
use crate::{
    config::Config,
    error::{Error, Result},
    extract::{Resources, State},
    idempotency::IdempotencyStore,
    listener::{self, NamedRecoverer, Recoverer, Registration},
};

/// An application before its start: configuration, state, stores, and which listeners it runs.
///
/// ```no_run
/// use acemq::prelude::*;
///
/// struct Gateway;
///
/// #[tokio::main]
/// async fn main() -> acemq::Result<Drained> {
///     App::new(Config::load()?).state(Gateway).run().await
/// }
/// ```
#[must_use = "an application does nothing until it is run or started"]
pub struct App {
    pub(super) config: Config,
    pub(super) resources: Resources,
    /// Types of which a second value was registered.
    pub(super) registered_twice: Vec<&'static str>,
    pub(super) stores: BTreeMap<String, Arc<dyn IdempotencyStore>>,
    pub(super) recoverers: Recoverers,
    pub(super) listeners: Listeners,
    pub(super) expected: Vec<String>,
}

/// What `App::on_exhausted` was given.
#[derive(Debug, Default)]
pub(super) struct Recoverers {
    pub(super) by_name: BTreeMap<String, NamedRecoverer>,
    /// Names that were given a second one.
    pub(super) registered_twice: Vec<String>,
}

/// Which listeners an application runs.
#[derive(Debug)]
pub(super) struct Listeners {
    /// All that were registered.
    pub(super) all: Vec<Registration>,
    /// Only these, by id or an unambiguous tail of it.
    pub(super) only: Option<Vec<String>>,
}

impl App {
    /// An application with every listener that is linked into the program.
    pub fn new(config: Config) -> Self {
        Self {
            config,
            resources: Resources::default(),
            registered_twice: Vec::new(),
            stores: BTreeMap::new(),
            recoverers: Recoverers::default(),
            listeners: Listeners { all: listener::linked().collect(), only: None },
            expected: Vec::new(),
        }
    }

    /// Registers what handlers take as `State<S>`: one value per type. A second one of the same type stops start-up.
    pub fn state<S: Send + Sync + 'static>(mut self, value: S) -> Self {
        if self.resources.insert(State::new(value)) {
            self.registered_twice.push(std::any::type_name::<S>());
        }
        self
    }

    /// Registers the store that `idempotent = "name"` uses. It takes the place of `acemq.stores.<name>`.
    pub fn store(mut self, name: &str, store: impl IdempotencyStore) -> Self {
        self.stores.insert(name.to_owned(), Arc::new(store));
        self
    }

    /// Registers the recoverer that `on_exhausted = "name"` asks about messages whose attempts are used up. A second one of
    /// the same name stops start-up, and so does a name that is a form of `on_exhausted` or nearly one.
    pub fn on_exhausted(mut self, name: &str, recoverer: impl Recoverer) -> Self {
        let named = NamedRecoverer { name: name.into(), recoverer: Arc::new(recoverer) };
        if self.recoverers.by_name.insert(name.to_owned(), named).is_some() {
            self.recoverers.registered_twice.push(name.to_owned());
        }
        self
    }

    /// Runs these listeners and no others, each named by its id or an unambiguous tail of it. For tests: one listener
    /// alone, on a memory broker of its own.
    pub fn only(mut self, ids: &[&str]) -> Self {
        self.listeners.only = Some(ids.iter().map(|id| (*id).to_owned()).collect());
        self
    }

    /// Stops start-up unless these listeners are in the program: a linker drops a library crate that nobody names, and
    /// its listeners with it.
    pub fn expect_listeners(mut self, ids: &[&str]) -> Self {
        self.expected.extend(ids.iter().map(|id| (*id).to_owned()));
        self
    }

    /// Starts, runs until SIGTERM or Ctrl-C, drains.
    ///
    /// A second signal ends the process at once, with exit code 143 or 130. When the drain overran its deadline, the
    /// process ends two seconds after this returns, with exit code 75, even if a handler still blocks a thread.
    ///
    /// # Errors
    ///
    /// As [`start`](Self::start).
    ///
    /// # Cancel safety
    ///
    /// Dropping the future ends the listeners without a drain: what runs is cut off, and what is not settled comes again.
    /// To stop in order, send the signal, or use [`start`](Self::start) and [`Running::drain`].
    pub async fn run(self) -> Result<Drained> {
        let mut signals = signals::Signals::catch()
            .map_err(|error| Error::other(format!("signals cannot be caught: {error}")))?;
        let begun = AtomicBool::new(false);
        let mut start = pin!(startup::start(self, &begun));
        let running = tokio::select! {
            started = &mut start => {
                let running = started?;
                let signal = signals.next().await;
                tracing::info!(?signal, "ending");
                running
            }
            signal = signals.next() => {
                tracing::info!(?signal, "ending before the start was done");
                if !begun.load(Ordering::Relaxed) {
                    return Ok(Drained::default());
                }
                // Some listeners work already: they are drained like all others, and not cut off.
                start.await?
            }
        };
        let drained = signals.or_exit(running.drain()).await;
        signals::exit_soon_after(&drained);
        Ok(drained)
    }

    /// Starts all listeners and returns when each is subscribed: for tests and for embedding.
    ///
    /// All or nothing: when a listener cannot start, those before it are stopped again.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the configuration and the listeners, in one error, before anything is declared;
    /// then whatever the broker refuses.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future ends what had started, without a drain: what runs is cut off, and what is not settled comes
    /// again. What was declared stays declared.
    pub async fn start(self) -> Result<Running> {
        startup::start(self, &AtomicBool::new(false)).await
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("listeners", &self.listeners.all.len()).finish_non_exhaustive()
    }
}

/// Starts every listener of the program, runs until SIGTERM or Ctrl-C, drains.
///
/// # Errors
///
/// As [`App::start`].
///
/// # Cancel safety
///
/// As [`App::run`].
///
/// ```no_run
/// use acemq::prelude::*;
///
/// #[tokio::main]
/// async fn main() -> acemq::Result<Drained> {
///     acemq::run(Config::load()?).await
/// }
/// ```
pub async fn run(config: Config) -> Result<Drained> {
    App::new(config).run().await
}
