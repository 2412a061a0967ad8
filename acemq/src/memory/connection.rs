//! One connection to a broker, with the task that keeps its time.
//!
//! Every connection drives the expiry of the whole broker, each on its own runtime: the work is the same whoever does it,
//! and a broker that several runtimes share outlives each of them. The task ends with its connection.

use std::{
    future::pending,
    sync::{Arc, Weak},
    time::Duration,
};

use tokio::{
    runtime::Handle,
    sync::watch,
    task::AbortHandle,
    time::{Instant, sleep, sleep_until},
};

use super::{
    shared::{Core, Shared},
    state::ConnectionId,
};
use crate::broker::{BrokerError, BrokerErrorKind, ConnectOptions, Ended, Link};

/// How long a connection that was cut stays down when nothing asks for it.
const RECONNECT_AFTER: Duration = Duration::from_millis(10);

/// One connection. Its channels hold it; it closes with the last of them or by [`Connection::close`].
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) shared: Arc<Shared>,
    pub(super) id: ConnectionId,
    pub(super) username: String,
    pub(super) blocked_timeout: Duration,
    link: watch::Receiver<Link>,
    driver: Option<AbortHandle>,
}

impl Connection {
    /// Connects to a broker. Outside of a runtime nothing drives its expiry but what is asked of it.
    pub(super) fn open(shared: Arc<Shared>, options: &ConnectOptions) -> Self {
        let (id, link) = shared.with(|core, _| {
            let id = core.state.next_id();
            let (sender, link) = watch::channel(core.link());
            core.links.insert(id, sender);
            (id, link)
        });
        let driver = Handle::try_current()
            .ok()
            .map(|runtime| runtime.spawn(drive(Arc::downgrade(&shared), id, link.clone())).abort_handle());
        Self {
            shared,
            id,
            username: options.username.clone(),
            blocked_timeout: options.blocked_timeout,
            link,
            driver,
        }
    }

    /// The state of this connection, as it changes.
    pub(super) fn link(&self) -> watch::Receiver<Link> {
        self.link.clone()
    }

    /// Runs one operation, connected again when the connection was cut.
    pub(super) fn with<R>(&self, operation: impl FnOnce(&mut Core, Instant) -> R) -> Result<R, BrokerError> {
        self.shared.with(
            |core, now| {
                if core.revive(self.id) { Ok(operation(core, now)) } else { Err(closed()) }
            },
        )
    }

    /// Closes every channel and the connection.
    pub(super) fn close(&self) {
        self.shared.with(|core, now| {
            let channels = core.state.channels_of(Some(self.id));
            core.state.close(&channels, &Ended::Cancelled, now);
            if let Some(link) = core.links.remove(&self.id) {
                link.send_replace(Link::Down("the connection is closed".to_owned()));
            }
        });
        if let Some(driver) = &self.driver {
            driver.abort();
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.close();
    }
}

fn closed() -> BrokerError {
    BrokerError::new(BrokerErrorKind::Lost, "the connection is closed")
}

/// Ends when the connection or the broker is gone: both of the channels that it listens to end with them.
async fn drive(shared: Weak<Shared>, connection: ConnectionId, mut link: watch::Receiver<Link>) {
    let Some(mut due) = shared.upgrade().map(|shared| shared.due()) else { return };
    loop {
        let next = *due.borrow_and_update();
        let is_down = matches!(*link.borrow_and_update(), Link::Down(_));
        tokio::select! {
            changed = due.changed() => if changed.is_err() { return },
            changed = link.changed() => if changed.is_err() { return },
            () = at(next) => {
                let Some(shared) = shared.upgrade() else { return };
                shared.tick();
            }
            () = sleep(RECONNECT_AFTER), if is_down => {
                let Some(shared) = shared.upgrade() else { return };
                if !shared.with(|core, _| core.revive(connection)) {
                    return;
                }
            }
        }
    }
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => pending().await,
    }
}
