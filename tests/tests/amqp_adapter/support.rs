//! What every test here needs: the broker's address, its command, queues of their own, deadlines.

use std::{process::Command, sync::Arc, time::Duration};

use acemq::__testing::{
    Arrival, Broker, ConnectOptions, Ended, Event, Lane, Object, Properties, Publication, PublishError,
    Scheme, Secret, Subscribe, Subscription, Table, Value, connect,
};
use futures_util::StreamExt;
use tokio::sync::{Mutex, MutexGuard};

/// Long enough for a busy machine; nothing waits for it that works.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

static TURN: Mutex<()> = Mutex::const_new(());

/// One test's own use of the broker.
pub(crate) struct Bench {
    pub(crate) broker: Arc<dyn Broker>,
    pub(crate) options: ConnectOptions,
    pub(crate) _turn: MutexGuard<'static, ()>,
}

impl Bench {
    pub(crate) async fn new() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut ConnectOptions)) -> Self {
        let turn = turn().await;
        let mut options = options();
        change(&mut options);
        let broker = connect(&options).await.expect("the broker of `make test`");
        Self { broker, options, _turn: turn }
    }

    /// A queue of this test's own, gone with the connection's node.
    pub(crate) async fn queue(&self, arguments: Table) -> String {
        let name = unique("queue");
        self.broker.declare(&Object::Queue { name: name.clone(), arguments }).await.expect("a queue");
        name
    }

    pub(crate) async fn classic(&self) -> String {
        self.queue(Table::new()).await
    }

    pub(crate) async fn subscribe(&self, queue: &str, prefetch: u16, ack_batch: u32) -> Subscription {
        self.broker.subscribe(request(queue, prefetch, ack_batch)).await.expect("a subscription")
    }

    pub(crate) async fn send(&self, queue: &str, body: &str) {
        self.broker.publish(to_queue(queue, body)).await.expect("confirmed and routed");
    }

    /// What is ready in a queue once it is `expected`, or after all patience is gone.
    pub(crate) async fn ready(&self, queue: &str, expected: u64) {
        let mut seen = None;
        for _ in 0..300 {
            seen = self.broker.look_up_queue(queue).await.expect("a look-up").map(|facts| facts.messages);
            if seen == Some(expected) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{queue} holds {seen:?} ready messages, not {expected}");
    }
}

pub(crate) async fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().await
}

pub(crate) fn unique(what: &str) -> String {
    format!("amqp-adapter.{what}.{}", uuid::Uuid::new_v4())
}

pub(crate) fn request(queue: &str, prefetch: u16, ack_batch: u32) -> Subscribe {
    Subscribe {
        queue: queue.to_owned(),
        prefetch,
        ack_batch,
        listener: "amqp_adapter::test".to_owned(),
        arguments: acemq::__testing::Table::new(),
    }
}

pub(crate) fn to_queue(queue: &str, body: &str) -> Publication {
    to_exchange("", queue, body)
}

pub(crate) fn to_exchange(exchange: &str, routing_key: &str, body: &str) -> Publication {
    Publication {
        lane: Lane::Application,
        exchange: exchange.into(),
        routing_key: routing_key.into(),
        properties: Properties::default(),
        headers: Table::new(),
        body: body.to_owned().into(),
        deadline: Some(PATIENCE),
    }
}

pub(crate) fn quorum() -> Table {
    [("x-queue-type".into(), Value::from("quorum"))].into()
}

/// The variables that `tests/services` exports.
pub(crate) fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: run `make test`"))
}

/// `amqp://user:password@host:port`, as the services write it.
pub(crate) fn options() -> ConnectOptions {
    let url = variable("ACEMQ_TEST_AMQP_URL");
    let rest = url.strip_prefix("amqp://").expect("an amqp URL");
    let (login, address) = rest.trim_end_matches('/').split_once('@').expect("a login");
    let (username, password) = login.split_once(':').expect("a password");
    let (host, port) = address.split_once(':').expect("a port");
    ConnectOptions {
        scheme: Scheme::Amqp,
        host: host.to_owned(),
        port: port.parse().expect("a port number"),
        virtual_host: "/".to_owned(),
        username: username.to_owned(),
        password: Secret::new(password),
        client_name: "amqp-adapter-tests".to_owned(),
        heartbeat: Duration::ZERO,
        connection_timeout: Duration::from_secs(10),
        confirm_timeout: Duration::from_secs(30),
        blocked_timeout: Duration::from_secs(30),
        max_outstanding_publishes: 10_000,
    }
}

/// The broker's own command, waited for.
pub(crate) fn rabbitmqctl(arguments: &[&str]) -> String {
    let done =
        Command::new(variable("ACEMQ_TEST_RABBITMQCTL")).args(arguments).output().expect("rabbitmqctl");
    assert!(done.status.success(), "rabbitmqctl {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// Stops the broker and starts it again.
pub(crate) fn restart_broker() {
    let done = Command::new(variable("ACEMQ_TEST_RABBITMQ_RESTART")).output().expect("the restart script");
    assert!(done.status.success(), "restart: {}", String::from_utf8_lossy(&done.stderr));
}

/// The next delivery.
pub(crate) async fn arrival(subscription: &mut Subscription) -> Arrival {
    match next(subscription).await {
        Event::Arrival(arrival) => arrival,
        Event::Ended(ended) => panic!("ended instead of a delivery: {ended:?}"),
    }
}

/// How the subscription ends; what arrives before is left unsettled.
pub(crate) async fn ended(subscription: &mut Subscription) -> Ended {
    loop {
        if let Event::Ended(ended) = next(subscription).await {
            let after = tokio::time::timeout(PATIENCE, subscription.events.next()).await;
            assert!(matches!(after, Ok(None)), "something follows the end");
            return ended;
        }
    }
}

async fn next(subscription: &mut Subscription) -> Event {
    let next = tokio::time::timeout(PATIENCE, subscription.events.next()).await;
    next.expect("an event in time").expect("an event before the end of the stream")
}

pub(crate) fn text(arrival: &Arrival) -> String {
    String::from_utf8_lossy(&arrival.delivery.body).into_owned()
}

/// Threads of this process whose name begins so.
pub(crate) fn threads(name: &str) -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").expect("a proc file system");
    tasks
        .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok())
        .filter(|comm| comm.starts_with(name))
        .count()
}

/// Waits until a condition holds.
pub(crate) async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..600 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("never: {what}");
}

pub(crate) fn is_unroutable(result: &Result<(), PublishError>) -> bool {
    matches!(result, Err(PublishError::Unroutable { .. }))
}
