//! From the URL's scheme to the adapter, with the start-up's patience.

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use crate::{
    amqp,
    broker::{Broker, BrokerError, BrokerErrorKind, ConnectOptions, Scheme},
    config::Startup,
    memory,
};

/// The pause between two tries to reach the broker.
const PAUSE: Duration = Duration::from_millis(500);

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
