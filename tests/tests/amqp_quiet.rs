//! What the RabbitMQ adapter logs: never a password, a body or a header, not even in lapin's own lines at trace level.
//!
//! A program of its own, because it listens to everything that this process logs.

#![allow(clippy::expect_used, clippy::panic, reason = "a case that cannot go on has failed")]

#[path = "amqp_adapter/support.rs"]
#[allow(dead_code, reason = "most of it is for the adapter's other tests")]
mod support;

use std::{
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use acemq::__testing::{Secret, Value, connect};
use tracing_subscriber::filter::LevelFilter;

use crate::support::{Bench, arrival, is_unroutable, options, rabbitmqctl, to_queue, unique};

const CANARY: &str = "canary-that-must-not-sing";

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no poison").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// As text, and as the numbers in which a debug output shows bytes.
fn shows(log: &str, secret: &str) -> bool {
    let numbers = secret.bytes().map(|byte| byte.to_string()).collect::<Vec<_>>().join(", ");
    log.contains(secret) || log.contains(&numbers)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_log_line_shows_a_password_a_body_or_a_header() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .init();

    let user = unique("user");
    rabbitmqctl(&["-q", "add_user", &user, CANARY]);
    rabbitmqctl(&["-q", "set_permissions", "-p", "/", &user, ".*", ".*", ".*"]);
    let mut own = options();
    own.username.clone_from(&user);
    own.password = Secret::new(CANARY);
    let broker = connect(&own).await.expect("a broker");
    let shown = format!("{broker:?} {own:?}");
    assert!(!shows(&shown, CANARY), "{shown}");
    broker.close(Duration::from_secs(5)).await;
    own.virtual_host = "nowhere".to_owned();
    let refused = connect(&own).await.expect_err("an unknown virtual host");
    assert!(!shows(&format!("{refused} {refused:?}"), CANARY));
    rabbitmqctl(&["-q", "delete_user", &user]);

    let bench = Bench::new().await;
    let queue = bench.classic().await;
    let mut publication = to_queue(&queue, "body-canary");
    publication.headers.insert("secret".into(), Value::from("header-canary"));
    bench.broker.publish(publication.clone()).await.expect("confirmed and routed");
    let mut subscription = bench.subscribe(&queue, 1, 1).await;
    arrival(&mut subscription).await;
    // lapin logs a returned message, body and all, at warn level.
    publication.routing_key = unique("nowhere").into();
    assert!(is_unroutable(&bench.broker.publish(publication).await));
    bench.broker.close(Duration::from_secs(5)).await;

    let log = String::from_utf8_lossy(&log.0.lock().expect("no poison")).into_owned();
    for secret in [CANARY, "body-canary", "header-canary"] {
        let lines: Vec<&str> = log.lines().filter(|line| shows(line, secret)).collect();
        assert!(lines.is_empty(), "{secret} is logged: {lines:#?}");
    }
    let connected = log.lines().find(|line| line.contains("connected") && line.contains("acemq::amqp"));
    let connected = connected.expect("a line that says connected");
    assert!(connected.contains("frame_max=131072") && connected.contains("heartbeat="), "{connected}");
}
