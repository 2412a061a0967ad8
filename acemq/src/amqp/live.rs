//! One connection that was made, from its handshake to its loss.

use std::{
    os::fd::OwnedFd,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use futures_core::Stream;
use lapin::{Channel, Connection, Event};
use tokio::sync::watch;

use super::{fault, link::Role};

/// How long closing a channel or a connection may take before it is dropped instead: lapin's close never returns on a
/// blocked connection.
const CLOSE: Duration = Duration::from_secs(2);

/// A connection. It belongs to one epoch: when it is lost, another one takes its place and nothing is carried over.
#[derive(Debug)]
pub(super) struct Live {
    connection: Connection,
    socket: Socket,
    role: Role,
    epoch: u64,
    gone: watch::Sender<Option<String>>,
    blocked: watch::Sender<Option<String>>,
    /// Channel numbers that a refusal of the broker has spent.
    spent: AtomicUsize,
}

/// A second handle on the connection's socket, to end it when lapin would wait for ever.
#[derive(Debug)]
pub(super) struct Socket(pub(super) Option<OwnedFd>);

impl Socket {
    /// Shuts both directions down. lapin's own thread reads the end of the stream and ends.
    pub(super) fn cut(&self) {
        let Some(socket) = self.0.as_ref().and_then(|socket| socket.try_clone().ok()) else { return };
        // It may be closed already.
        std::net::TcpStream::from(socket).shutdown(std::net::Shutdown::Both).unwrap_or_default();
    }
}

impl Live {
    /// Takes a connection over right after its handshake.
    pub(super) fn new(connection: Connection, socket: Socket, role: Role, epoch: u64) -> Self {
        Self {
            connection,
            socket,
            role,
            epoch,
            gone: watch::Sender::new(None),
            blocked: watch::Sender::new(None),
            spent: AtomicUsize::new(0),
        }
    }

    /// Which attempt of its wire made it, counted from 1.
    pub(super) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The largest frame that broker and client agreed on, in bytes.
    pub(super) fn frame_max(&self) -> usize {
        usize::try_from(self.connection.configuration().frame_max()).unwrap_or(usize::MAX)
    }

    /// The heartbeat that was agreed on.
    pub(super) fn heartbeat(&self) -> Duration {
        Duration::from_secs(u64::from(self.connection.configuration().heartbeat()))
    }

    /// Whether it still stands, as lapin knows it.
    pub(super) fn is_up(&self) -> bool {
        self.connection.status().connected()
    }

    /// Whether the broker takes no publishes. Set before the event that tells the reason.
    pub(super) fn is_blocked(&self) -> bool {
        self.connection.status().blocked()
    }

    /// Why it is blocked, as that changes.
    pub(super) fn blocked(&self) -> watch::Receiver<Option<String>> {
        self.blocked.subscribe()
    }

    /// Why it is gone, once it is.
    pub(super) fn gone(&self) -> watch::Receiver<Option<String>> {
        self.gone.subscribe()
    }

    /// lapin's events. To be asked for before anything else is awaited: what nobody listens to is not kept.
    pub(super) fn events(&self) -> impl Stream<Item = Event> + Send {
        self.connection.events_listener()
    }

    /// Notes that the broker blocked or unblocked it.
    pub(super) fn set_blocked(&self, reason: Option<String>) {
        self.blocked.send_replace(reason);
    }

    /// Notes the loss and makes sure of it: no socket and no thread is left of it.
    pub(super) fn set_gone(&self, reason: String) {
        self.gone.send_if_modified(|gone| {
            let first = gone.is_none();
            gone.get_or_insert(reason);
            first
        });
        self.socket.cut();
    }

    /// Says goodbye to the broker, and in any case ends the connection.
    pub(super) async fn close(&self, within: Duration) {
        if self.is_up() {
            let goodbye = self.connection.close(200, "OK".into());
            if tokio::time::timeout(within.min(CLOSE), goodbye).await.is_err() {
                tracing::debug!(connection = self.role.name(), "the broker did not answer the close");
            }
        }
        self.set_gone("closed".to_owned());
    }

    /// Opens a channel.
    ///
    /// # Errors
    ///
    /// lapin's, when the connection is lost or has no number left.
    pub(super) async fn open_channel(&self) -> lapin::Result<Channel> {
        // After lapin has been through all numbers it comes to spent ones, each of which fails once.
        let mut left = self.spent.load(Ordering::Relaxed);
        loop {
            match self.connection.create_channel().await {
                Err(error) if left > 0 && fault::closed_a_channel(&error) && self.is_up() => left -= 1,
                opened => return opened,
            }
        }
    }

    /// Notes that the broker closed a channel of this connection with an error.
    pub(super) fn spend_channel(&self) {
        self.spent.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether so many channel numbers are spent that requests which may fail should go elsewhere.
    pub(super) fn is_spent(&self) -> bool {
        let most = usize::from(self.connection.configuration().channel_max()) / 2;
        self.spent.load(Ordering::Relaxed) >= most.clamp(1, 1000)
    }
}

/// Closes a channel that is still open, in bounded time. Left to a drop, lapin closes it from a task whose failure ends
/// the whole connection.
pub(super) async fn close_channel(channel: &Channel) {
    if channel.status().connected() {
        let closed = tokio::time::timeout(CLOSE, channel.close(200, "OK".into())).await;
        if !matches!(closed, Ok(Ok(()))) {
            tracing::debug!(channel = channel.id(), "the channel did not close in order");
        }
    }
}
