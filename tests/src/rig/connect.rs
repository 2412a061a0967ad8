//! From a transport and a URL to what an adapter is told.

use std::time::Duration;

use acemq::__testing::{ConnectOptions, Scheme, Secret};

use super::Transport;

/// The options for a connection of the test's own.
pub(super) fn options(transport: Transport, url: &str) -> ConnectOptions {
    let seconds = Duration::from_secs;
    let (scheme, host, port) = match transport {
        Transport::Memory => (Scheme::Memory, url.trim_start_matches("memory://"), 5672),
        Transport::RabbitMq => {
            let (_, address) = url.split_once('@').unwrap_or_else(|| panic!("{url}: no credentials"));
            let (host, port) = address.trim_end_matches('/').split_once(':').expect("a port");
            (Scheme::Amqp, host, port.parse().expect("a port"))
        }
    };
    ConnectOptions {
        scheme,
        host: host.to_owned(),
        port,
        virtual_host: "/".to_owned(),
        username: "guest".to_owned(),
        password: Secret::new("guest"),
        client_name: "acemq-tests".to_owned(),
        heartbeat: Duration::ZERO,
        connection_timeout: seconds(10),
        confirm_timeout: seconds(30),
        blocked_timeout: seconds(30),
        max_outstanding_publishes: 10_000,
    }
}
