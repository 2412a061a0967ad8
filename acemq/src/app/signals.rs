//! SIGTERM and Ctrl-C. The first begins the drain, the second ends the process.

use std::future::Future;

use super::drained::{Drained, OVERRAN};

/// Which signal came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// The orchestrator's.
    Terminate,
}

impl Signal {
    /// The exit code of a process that this signal ended, as shells count: 128 and the signal's number.
    fn exit_code(self) -> i32 {
        match self {
            Self::Interrupt => 130,
            Self::Terminate => 143,
        }
    }
}

/// The two signals, caught from the moment at which this is made.
#[derive(Debug)]
pub(crate) struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    /// Begins to catch them.
    ///
    /// # Errors
    ///
    /// The operating system refuses.
    pub(crate) fn catch() -> std::io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            Ok(Self {
                terminate: signal(SignalKind::terminate())?,
                interrupt: signal(SignalKind::interrupt())?,
            })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// The next signal.
    pub(crate) async fn next(&mut self) -> Signal {
        #[cfg(unix)]
        {
            tokio::select! {
                _ = self.terminate.recv() => Signal::Terminate,
                _ = self.interrupt.recv() => Signal::Interrupt,
            }
        }
        #[cfg(not(unix))]
        {
            match tokio::signal::ctrl_c().await {
                Ok(()) => Signal::Interrupt,
                Err(_) => std::future::pending().await,
            }
        }
    }

    /// Awaits a drain; a second signal ends the process at once.
    pub(crate) async fn or_exit(mut self, drain: impl Future<Output = Drained>) -> Drained {
        tokio::select! {
            drained = drain => drained,
            signal = self.next() => {
                tracing::warn!(?signal, "a second signal: ended at once, what runs is cut off");
                std::process::exit(signal.exit_code())
            }
        }
    }
}

/// After an overrun a handler may still block a thread, and the runtime would wait for it before `main` can report:
/// two seconds later the process ends all the same, with the exit code of an overrun.
pub(crate) fn exit_soon_after(drained: &Drained) {
    if drained.is_clean() {
        return;
    }
    let armed = std::thread::Builder::new().name("acemq-exit".to_owned()).spawn(|| {
        std::thread::sleep(std::time::Duration::from_secs(2));
        std::process::exit(i32::from(OVERRAN));
    });
    if let Err(error) = armed {
        tracing::warn!(%error, "no thread to end the process with: a blocked handler may hold it up");
    }
}
