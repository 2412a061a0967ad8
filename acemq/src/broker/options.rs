//! What an adapter needs to know to connect.

use std::{fmt, time::Duration};

/// A text that never prints.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Box<str>);

impl Secret {
    /// Wraps a secret.
    pub fn new(text: impl Into<Box<str>>) -> Self {
        Self(text.into())
    }

    /// The secret itself. Called where it is handed to the broker and nowhere else.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Which adapter the URL's scheme names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// `amqp://`: AMQP 0-9-1 over TCP.
    Amqp,
    /// `memory://name`: the broker inside this process.
    Memory,
}

/// Everything that an adapter needs to connect, with its defaults already filled in.
#[derive(Clone, Debug)]
pub struct ConnectOptions {
    /// Which adapter.
    pub scheme: Scheme,
    /// Host name or address; the broker's name for `memory://`.
    pub host: String,
    /// TCP port, 5672 unless set.
    pub port: u16,
    /// Virtual host, decoded; `/` unless set.
    pub virtual_host: String,
    /// User, `guest` unless set.
    pub username: String,
    /// Password, `guest` unless set.
    pub password: Secret,
    /// Shown in the broker's management pages and written as the origin of messages.
    pub client_name: String,
    /// Heartbeat interval; zero means the broker's own.
    pub heartbeat: Duration,
    /// How long a TCP connect with the AMQP handshake may take.
    pub connection_timeout: Duration,
    /// How long a publish waits for its confirm.
    pub confirm_timeout: Duration,
    /// How long a publish waits on a blocked connection.
    pub blocked_timeout: Duration,
    /// How many publishes may be unconfirmed at once, per lane.
    pub max_outstanding_publishes: usize,
}
