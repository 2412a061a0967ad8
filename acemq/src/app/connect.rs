//! From the URL's scheme to the adapter, with the start-up's patience.

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use super::off::Off;
use crate::{
    amqp,
    broker::{Broker, BrokerError, BrokerErrorKind, ConnectOptions, Scheme},
    codec::{Format, is_json},
    config::{Config, Startup},
    error::{Error, Result},
    fault::Fault,
    memory,
    message::Clock,
    publish::AceMq,
};

/// The pause between two tries to reach the broker.
const PAUSE: Duration = Duration::from_millis(500);

impl AceMq {
    /// Connects a program that only publishes. One that runs listeners asks its [`Running`](crate::Running) instead.
    ///
    /// Waits for an unreachable broker as `acemq.startup` says. End it with [`close`](Self::close).
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the configuration, or why the broker cannot be reached. An `acemq.format` other than
    /// `json` is wrong here: codecs are given to an [`App`](crate::App).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> acemq::Result<()> {
    /// use acemq::{AceMq, Config};
    ///
    /// let mq = AceMq::connect(&Config::from_toml("url = 'memory://shop'")?).await?;
    /// let nobody_listens = mq.publisher("", "orders.new").send(&"an order").await;
    /// assert!(nobody_listens.is_err(), "unroutable is an error, never a silent loss");
    /// mq.close().await;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn connect(config: &Config) -> Result<Self> {
        let settings = config.settings().map_err(Error::config)?;
        if let Some(format) = settings.format.as_ref().filter(|format| !is_json(&format.value)) {
            let message = format!("a program that only publishes has no codec `{}`", format.value);
            let help = "write `json`, or give the codec to an `App` and publish through its `Running::mq`";
            return Err(Error::config(vec![Fault::at(&format.place, message, help)]));
        }
        let deadline = Instant::now() + settings.startup_timeout;
        let broker: Arc<dyn Broker> = if settings.enabled {
            connect_patiently(&settings.connection, settings.startup, deadline)
                .await
                .map_err(Error::broker)?
        } else {
            Arc::new(Off::new())
        };
        let mq = Self::new(broker, Format::Json, &settings.connection, Clock::start());
        Ok(mq.owning())
    }
}

/// Connects once.
///
/// # Errors
///
/// Names the setting that most likely causes it, and never the password.
pub(crate) async fn connect(options: &ConnectOptions) -> Result<Arc<dyn Broker>, BrokerError> {
    match options.scheme {
        Scheme::Amqp => amqp::connect(options).await,
        Scheme::Memory => Ok(memory::connect(options)),
    }
}

/// Connects as `acemq.startup` says: `fail-fast` tries once, `wait` tries an unreachable broker until the deadline.
/// A refused password is an error at once: waiting does not mend it.
///
/// # Errors
///
/// The last failure.
pub(crate) async fn connect_patiently(
    options: &ConnectOptions,
    startup: Startup,
    deadline: Instant,
) -> Result<Arc<dyn Broker>, BrokerError> {
    // Stops on success, on a failure that waiting does not mend, and at the deadline.
    loop {
        let error = match connect(options).await {
            Ok(broker) => return Ok(broker),
            Err(error) => error,
        };
        let may_wait = match startup {
            Startup::Wait => matches!(error.kind(), BrokerErrorKind::Unreachable | BrokerErrorKind::Lost),
            Startup::FailFast => false,
        };
        if !may_wait || Instant::now() + PAUSE >= deadline {
            return Err(error);
        }
        tracing::warn!(%error, "the broker is not there yet; will try again");
        tokio::time::sleep(PAUSE).await;
    }
}
