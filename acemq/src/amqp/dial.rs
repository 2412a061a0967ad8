//! Making one connection, and saying in plain words why it could not be made.

use std::{
    fmt, io,
    os::fd::AsFd,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use lapin::{
    Connection, ConnectionProperties, ErrorKind,
    tcp::{AMQPUriTcpExt, AsyncTcpStream, TLSConfig},
    uri::{AMQPAuthority, AMQPQueryString, AMQPScheme, AMQPUri, AMQPUserInfo},
};

use super::{
    fault,
    link::Role,
    live::{Live, Socket},
    table::MAX_SHORT_TEXT,
};
use crate::broker::{BrokerError, BrokerErrorKind, ConnectOptions};

/// 403: at the handshake it concerns the login.
const ACCESS_REFUSED: u16 = 403;
/// 530: at the handshake it concerns the virtual host.
const NOT_ALLOWED: u16 = 530;

/// Connects and logs in, as the connection of this epoch. Must run on the adapter's runtime.
///
/// # Errors
///
/// What is wrong, with the setting that most likely causes it; never the password.
pub(super) async fn dial(options: &ConnectOptions, role: Role, epoch: u64) -> Result<Live, BrokerError> {
    let address = Address(options);
    if options.virtual_host.len() > MAX_SHORT_TEXT {
        return Err(BrokerError::new(
            BrokerErrorKind::VirtualHost,
            format!("`acemq.virtual-host` is longer than {MAX_SHORT_TEXT} bytes: shorten it"),
        ));
    }
    tracing::debug!(
        connection = role.name(),
        host = options.host,
        port = options.port,
        virtual_host = options.virtual_host,
        user = options.username,
        "connecting"
    );
    let runtime = lapin::runtime::default_runtime().map_err(|error| unreachable(address, &error))?;
    let uri = uri(options);
    // The TCP connection is made here and handed over: lapin leaves a task behind for each one that it cannot make.
    let tcp = uri.connect_with_config_async(TLSConfig::default(), &runtime);
    let stream = match tokio::time::timeout(options.connection_timeout, tcp).await {
        Ok(connected) => connected.map_err(|error| no_tcp(address, &error))?,
        Err(_) => return Err(silent(address, options.connection_timeout)),
    };
    let mut socket = Socket(None);
    if let AsyncTcpStream::Plain(plain) = &stream {
        socket.0 = plain.get_ref().as_fd().try_clone_to_owned().ok();
    }
    let stream = Arc::new(Mutex::new(Some(stream)));
    let handed_over = Arc::clone(&stream);
    let handshake = Connection::connector(
        uri,
        runtime,
        async move |_, _| {
            keep_quiet();
            let stream = handed_over.lock().unwrap_or_else(PoisonError::into_inner).take();
            stream.ok_or_else(|| io::Error::from(io::ErrorKind::NotConnected).into())
        },
        properties(options, role),
    );
    match tokio::time::timeout(options.connection_timeout, handshake).await {
        Ok(Ok(connection)) => Ok(Live::new(connection, socket, role, epoch)),
        Ok(Err(error)) => {
            socket.cut();
            Err(refused(options, &error))
        }
        Err(_) => {
            // Nothing else ends lapin's thread, which waits for the other side.
            socket.cut();
            Err(BrokerError::new(
                BrokerErrorKind::Unreachable,
                format!(
                    "{address} accepted the connection but did not complete the AMQP handshake within {:?}: is it an \
                     AMQP port?",
                    options.connection_timeout
                ),
            ))
        }
    }
}

/// `amqps` will take its place here: the scheme, and a configuration in [`dial`] instead of the default one.
fn uri(options: &ConnectOptions) -> AMQPUri {
    // A whole second is the least that AMQP can say.
    let heartbeat = options.heartbeat.as_secs() + u64::from(options.heartbeat.subsec_nanos() > 0);
    AMQPUri {
        scheme: AMQPScheme::AMQP,
        authority: AMQPAuthority {
            userinfo: AMQPUserInfo {
                username: options.username.clone(),
                password: options.password.reveal().to_owned(),
            },
            host: options.host.clone(),
            port: options.port,
        },
        vhost: options.virtual_host.clone(),
        query: AMQPQueryString {
            heartbeat: (heartbeat > 0).then(|| u16::try_from(heartbeat).unwrap_or(u16::MAX)),
            ..AMQPQueryString::default()
        },
    }
}

fn properties(options: &ConnectOptions, role: Role) -> ConnectionProperties {
    ConnectionProperties::default()
        .with_connection_name(format!("{} ({})", options.client_name, role.name()).into())
        .with_client_property("product".into(), env!("CARGO_PKG_NAME").into())
        .with_client_property("version".into(), env!("CARGO_PKG_VERSION").into())
}

/// Silences lapin on the thread that calls this, which is its own. It logs the bodies of returned messages there, and at
/// trace level the login. What it has to say comes to us as errors and events.
fn keep_quiet() {
    let silence = tracing::subscriber::set_default(tracing::subscriber::NoSubscriber::default());
    // For the rest of the thread's life: the guard would give its voice back.
    std::mem::forget(silence);
}

/// Host and port as they are written in the URL, and the setting that holds them.
#[derive(Clone, Copy)]
struct Address<'a>(&'a ConnectOptions);

impl fmt::Display for Address<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ConnectOptions { host, port, .. } = self.0;
        if host.contains(':') {
            write!(f, "`[{host}]:{port}` (acemq.url)")
        } else {
            write!(f, "`{host}:{port}` (acemq.url)")
        }
    }
}

fn unreachable(address: Address<'_>, error: &dyn fmt::Display) -> BrokerError {
    BrokerError::new(BrokerErrorKind::Unreachable, format!("cannot connect to {address}: {error}"))
}

fn silent(address: Address<'_>, within: Duration) -> BrokerError {
    BrokerError::new(BrokerErrorKind::Unreachable, format!("{address} did not answer within {within:?}"))
}

fn no_tcp(address: Address<'_>, error: &io::Error) -> BrokerError {
    if error.kind() == io::ErrorKind::ConnectionRefused {
        unreachable(address, &"connection refused; is the broker running there?")
    } else {
        unreachable(address, error)
    }
}

/// Why the handshake failed.
#[expect(clippy::wildcard_enum_match_arm, reason = "lapin's list is open, and its rest has one answer")]
fn refused(options: &ConnectOptions, error: &lapin::Error) -> BrokerError {
    let address = Address(options);
    let words = fault::words(error);
    let (kind, text) = match error.kind() {
        ErrorKind::ProtocolError(refusal) if refusal.get_id() == ACCESS_REFUSED => (
            BrokerErrorKind::Credentials,
            format!(
                "the broker at {address} refused user `{}`: check `acemq.username` and `acemq.password`",
                options.username
            ),
        ),
        ErrorKind::ProtocolError(refusal) if refusal.get_id() == NOT_ALLOWED => (
            BrokerErrorKind::VirtualHost,
            format!(
                "the broker at {address} refused virtual host `{}` for user `{}`: check `acemq.virtual-host` ({words})",
                options.virtual_host, options.username
            ),
        ),
        ErrorKind::ParsingError(_) | ErrorKind::InvalidProtocolVersion(_) => (
            BrokerErrorKind::NotAmqp,
            format!("{address} answers, but does not speak AMQP 0-9-1: check the port"),
        ),
        ErrorKind::IOError(_) => (
            BrokerErrorKind::Unreachable,
            format!(
                "{address} closed the connection during the AMQP handshake: is it an AMQP port? ({words})"
            ),
        ),
        _ => (BrokerErrorKind::Unreachable, format!("cannot connect to {address}: {words}")),
    };
    BrokerError::new(kind, text)
}
