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

use super::{codecs::Given, drained::Drained, running::Running, signals, startup};
use crate::{
    codec::Codec,
    config::Config,
    error::{Error, Result},
    extract::{Resources, State},
    idempotency::IdempotencyStore,
    listener::{self, Listener, NamedRecoverer, Recoverer, Registration},
    message::{AceError, ErrorProbe},
};

/// An application before its start: configuration, state, stores, codecs, and which listeners it runs.
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
    pub(super) codecs: Given,
    pub(super) recoverers: Recoverers,
    pub(super) listeners: Listeners,
    /// Error types that say what becomes of a message.
    pub(super) error_types: Vec<ErrorProbe>,
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
            codecs: Given::default(),
            recoverers: Recoverers::default(),
            listeners: Listeners { all: listener::linked().collect(), only: None },
            error_types: listener::linked_probes().collect(),
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

    /// Adds a listener that is named in code, as in `app.listener(listener!(on_payment))`. One that was found already is
    /// not added twice.
    ///
    /// It is for programs that cannot find their listeners: those whose target has no linker sections, and those that
    /// turn the feature `inventory` off.
    pub fn listener(mut self, listener: Listener) -> Self {
        let Listener(registration) = listener;
        let is_known = |one: &Registration| {
            (one.id, one.location, one.queue) == (registration.id, registration.location, registration.queue)
        };
        if !self.listeners.all.iter().any(is_known) {
            self.listeners.all.push(registration);
        }
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

    /// Registers a codec under the name by which `acemq.format` and a listener's `codec` ask for it. A second one of the same
    /// name stops start-up, and so does `json`, which is built in.
    pub fn codec(mut self, name: &str, codec: impl Codec) -> Self {
        self.codecs.add(name, codec);
        self
    }

    /// Reads the errors of handlers for this type as well: what it says becomes of the message.
    ///
    /// A type with `#[derive(AceError)]` is known without it. It is for a type that implements [`AceError`] by hand, and
    /// for a build without the feature `inventory`.
    ///
    /// ```no_run
    /// use acemq::{AceError, App, Config, FailureKind};
    ///
    /// #[derive(Debug)]
    /// struct Refused;
    ///
    /// impl std::fmt::Display for Refused {
    ///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    ///         f.write_str("the bank refused it")
    ///     }
    /// }
    ///
    /// impl std::error::Error for Refused {}
    ///
    /// impl AceError for Refused {
    ///     fn failure_kind(&self) -> Option<FailureKind> {
    ///         Some(FailureKind::Fatal)
    ///     }
    /// }
    ///
    /// # fn app(config: Config) -> App {
    /// App::new(config).error_type::<Refused>()
    /// # }
    /// ```
    pub fn error_type<E: AceError>(mut self) -> Self {
        self.error_types.push(ErrorProbe::of::<E>());
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
