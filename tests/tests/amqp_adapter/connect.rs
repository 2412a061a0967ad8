//! Connecting: clean errors that name the setting, never the password; a clean end.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    time::{Duration, Instant},
};

use acemq::__testing::{BrokerError, BrokerErrorKind, ConnectOptions, Link, Secret, connect};

use crate::support::{Bench, eventually, options, rabbitmqctl, request, threads, to_queue, turn, unique};

const CANARY: &str = "canary-in-the-password";

async fn refusal(change: impl FnOnce(&mut ConnectOptions)) -> BrokerError {
    let _turn = turn().await;
    let mut options = options();
    change(&mut options);
    let error = connect(&options).await.expect_err("a refusal");
    eventually("no thread is left of it", || threads("lapin-io-loop") + threads("acemq-amqp") == 0).await;
    assert!(!format!("{error} {error:?} {options:?}").contains(CANARY), "the password shows: {error}");
    error
}

/// A port of this machine, and what happens to whoever connects there.
fn peer(behave: impl Fn(TcpStream) + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("its number").port();
    std::thread::spawn(move || listener.incoming().flatten().for_each(behave));
    port
}

#[tokio::test]
async fn a_port_where_nobody_listens_is_named_with_its_setting() {
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its number").port();
    let error = refusal(|options| {
        options.port = port;
        options.password = Secret::new(CANARY);
    })
    .await;
    assert_eq!(error.kind(), BrokerErrorKind::Unreachable);
    assert_eq!(
        error.to_string(),
        format!(
            "cannot connect to `127.0.0.1:{port}` (acemq.url): connection refused; is the broker running there?"
        )
    );
}

#[tokio::test]
async fn a_host_without_an_address_is_named_with_its_setting() {
    let error = refusal(|options| options.host = "no-such-host.invalid".to_owned()).await;
    assert_eq!(error.kind(), BrokerErrorKind::Unreachable);
    assert!(error.to_string().contains("`no-such-host.invalid:"), "{error}");
    assert!(error.to_string().contains("(acemq.url)"), "{error}");
}

#[tokio::test]
async fn a_web_server_is_no_broker() {
    let port = peer(|mut stream| {
        let mut header = [0; 8];
        stream.read_exact(&mut header).unwrap_or_default();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n").unwrap_or_default();
    });
    let error = refusal(|options| options.port = port).await;
    assert_eq!(error.kind(), BrokerErrorKind::NotAmqp, "{error}");
    assert_eq!(
        error.to_string(),
        format!("`127.0.0.1:{port}` (acemq.url) answers, but does not speak AMQP 0-9-1: check the port")
    );
}

#[tokio::test]
async fn a_peer_that_hangs_up_or_stays_silent_is_unreachable_in_time() {
    let hangs_up = peer(drop);
    let error = refusal(|options| options.port = hangs_up).await;
    assert_eq!(error.kind(), BrokerErrorKind::Unreachable, "{error}");

    let silent = peer(std::mem::forget);
    let begin = Instant::now();
    let error = refusal(|options| {
        options.port = silent;
        options.connection_timeout = Duration::from_millis(300);
    })
    .await;
    assert_eq!(error.kind(), BrokerErrorKind::Unreachable, "{error}");
    assert!(error.to_string().contains("did not complete the AMQP handshake within 300ms"), "{error}");
    assert!(begin.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn a_wrong_password_names_both_settings_and_shows_neither_password() {
    let error = refusal(|options| options.password = Secret::new(CANARY)).await;
    assert_eq!(error.kind(), BrokerErrorKind::Credentials, "{error}");
    assert!(error.to_string().ends_with("check `acemq.username` and `acemq.password`"), "{error}");
}

#[tokio::test]
async fn an_unknown_virtual_host_is_named_with_its_setting() {
    let error = refusal(|options| options.virtual_host = "nowhere".to_owned()).await;
    assert_eq!(error.kind(), BrokerErrorKind::VirtualHost, "{error}");
    assert!(error.to_string().contains("`nowhere`"), "{error}");
    assert!(error.to_string().contains("check `acemq.virtual-host`"), "{error}");
    let error = refusal(|options| options.virtual_host = "v".repeat(256)).await;
    assert_eq!(error.kind(), BrokerErrorKind::VirtualHost, "{error}");
}

#[tokio::test]
async fn two_connections_carry_the_clients_name_and_go_when_it_closes() {
    let bench = Bench::new().await;
    assert_eq!(*bench.broker.link().borrow(), Link::Up);
    let named = || {
        let all = rabbitmqctl(&["-q", "list_connections", "client_properties"]);
        all.matches("\"amqp-adapter-tests (").count()
    };
    assert_eq!(named(), 2);
    bench.broker.close(Duration::from_secs(5)).await;
    eventually("its threads end", || threads("lapin-io-loop") + threads("acemq-amqp") == 0).await;
    eventually("the broker has let go of both", || named() == 0).await;

    let queue = unique("queue");
    let error = bench.broker.subscribe(request(&queue, 1, 1)).await.expect_err("closed");
    assert_eq!(error.kind(), BrokerErrorKind::Lost);
    bench.broker.publish(to_queue(&queue, "late")).await.expect_err("closed");
    // A second close finds nothing to do.
    bench.broker.close(Duration::from_secs(5)).await;
}

#[tokio::test]
async fn an_adapter_that_is_only_dropped_takes_its_threads_down() {
    let Bench { broker, options: _, _turn } = Bench::new().await;
    drop(broker);
    eventually("its threads end", || threads("lapin-io-loop") + threads("acemq-amqp") == 0).await;
}

#[tokio::test]
async fn a_runtime_of_the_application_that_is_blocked_costs_no_heartbeat() {
    let _turn = turn().await;
    let mut options = options();
    options.heartbeat = Duration::from_secs(1);
    let broker = connect(&options).await.expect("a broker");
    // The only worker of this test's runtime, for four heartbeats.
    std::thread::sleep(Duration::from_secs(4));
    assert_eq!(*broker.link().borrow(), Link::Up);
    let queue = unique("missing");
    assert_eq!(broker.look_up_queue(&queue).await, Ok(None));
    broker.close(Duration::from_secs(5)).await;
}
