//! A broker and a queue of one test's own, seen from beside the application.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use acemq::{
    __testing::{
        Broker, Channel, ConnectOptions, Delivery, Lane, MemoryControl, Object, Publication, Scheme, Secret,
        Table, Value, connect,
    },
    Config,
};

use crate::{
    counted,
    environment::{amqp_url, rabbitmqctl},
    journey::within,
    raw::Raw,
    tap::Tap,
};

/// Which broker a rig has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// `memory://`, one for each rig.
    Memory,
    /// The RabbitMQ that `tests/services` started.
    RabbitMq,
}

/// One test's broker, with a connection of its own and a queue name that nobody else uses.
#[derive(Debug)]
pub struct Rig {
    /// Which broker it is.
    pub transport: Transport,
    /// The queue of the listener under test.
    pub queue: String,
    url: String,
    broker: Arc<dyn Broker>,
    /// Channels that have acked something: closing one at once could take the ack back.
    used: Mutex<Vec<Arc<dyn Channel>>>,
}

impl Rig {
    /// A rig on a memory broker of its own.
    pub async fn memory(test: &str) -> Self {
        let queue = unique(test);
        Self::new(Transport::Memory, format!("memory://{queue}"), queue).await
    }

    /// A rig on the tests' RabbitMQ.
    pub async fn rabbitmq(test: &str) -> Self {
        Self::new(Transport::RabbitMq, amqp_url(), unique(test)).await
    }

    async fn new(transport: Transport, url: String, queue: String) -> Self {
        counted::begin();
        let broker = connect(&options(transport, &url)).await;
        let broker = broker.unwrap_or_else(|error| panic!("no broker at {url}: {error}; run `make test`"));
        Self { transport, queue, url, broker, used: Mutex::default() }
    }

    /// A configuration with this broker and with `vars.queue`, the name that `${queue}` stands for.
    pub fn config(&self) -> Config {
        self.config_from("")
    }

    /// The same on top of this TOML.
    pub fn config_from(&self, toml: &str) -> Config {
        let config = Config::from_toml(toml).unwrap_or_else(|error| panic!("{error}"));
        config.with("url", &self.url).with("vars.queue", &self.queue)
    }

    /// The URL of the broker, for another process. A memory broker is in this process alone.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The memory broker from the operator's side.
    pub fn control(&self) -> MemoryControl {
        let name = self.url.strip_prefix("memory://").expect("a memory broker");
        MemoryControl::of(name)
    }

    /// `{queue}.{suffix}`.
    pub fn named(&self, suffix: &str) -> String {
        format!("{}.{suffix}", self.queue)
    }

    /// Declares an object.
    pub async fn declare(&self, object: Object) {
        self.broker.declare(&object).await.unwrap_or_else(|error| panic!("{object:?}: {error}"));
    }

    /// Declares a queue with these arguments.
    pub async fn declare_queue(&self, name: &str, arguments: &[(&str, Value)]) {
        let arguments: Table =
            arguments.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
        self.declare(Object::Queue { name: name.to_owned(), arguments }).await;
    }

    /// Declares the quorum rung of a wait, as the wire contract writes it.
    pub async fn declare_rung(&self, wait: Duration, name: &str) {
        let millis = i32::try_from(wait.as_millis()).expect("a short wait");
        self.declare_queue(
            &self.named(&format!("retry.{name}.quorum")),
            &[
                ("x-queue-type", Value::from("quorum")),
                ("x-message-ttl", Value::from(millis)),
                ("x-dead-letter-exchange", Value::from("acemq.retry")),
                ("x-dead-letter-routing-key", Value::from(self.queue.as_str())),
                ("x-dead-letter-strategy", Value::from("at-least-once")),
                ("x-overflow", Value::from("reject-publish")),
            ],
        )
        .await;
    }

    /// Deletes a queue, as an operator would.
    pub fn delete_queue(&self, name: &str) {
        match self.transport {
            Transport::Memory => assert!(self.control().delete_queue(name), "`{name}` is not there"),
            Transport::RabbitMq => {
                tokio::task::block_in_place(|| rabbitmqctl(&["delete_queue", name]));
            }
        }
    }

    /// Publishes to the queue under test, as another program would.
    pub async fn publish(&self, raw: Raw) {
        self.publish_to("", &self.queue, raw).await;
    }

    /// Publishes the numbers to the queue under test, in their order.
    pub async fn publish_numbers(&self, numbers: impl IntoIterator<Item = u64>) {
        for number in numbers {
            self.publish(Raw::number(number).id(&format!("{}-{number}", self.queue))).await;
        }
    }

    /// Publishes to an exchange.
    pub async fn publish_to(&self, exchange: &str, routing_key: &str, raw: Raw) {
        let Raw { headers, properties, body } = raw;
        let publication = Publication {
            lane: Lane::Application,
            exchange: exchange.into(),
            routing_key: routing_key.into(),
            properties,
            headers,
            body,
            deadline: None,
        };
        self.broker.publish(publication).await.expect("published");
    }

    /// Subscribes to a queue.
    pub async fn tap(&self, queue: &str) -> Tap {
        Tap::open(&*self.broker, queue).await
    }

    /// Takes `count` messages off a queue, and leaves it.
    pub async fn collect(&self, queue: &str, count: usize) -> Vec<Delivery> {
        let mut tap = self.tap(queue).await;
        let taken = tap.take(count).await;
        let channel = tap.close().await;
        self.used.lock().unwrap_or_else(PoisonError::into_inner).push(channel);
        taken
    }

    /// Takes the one message off `{queue}.dlq`.
    pub async fn dead_letter(&self) -> Delivery {
        self.collect(&self.named("dlq"), 1).await.remove(0)
    }

    /// Takes the one message off `{queue}.parked`.
    pub async fn parked(&self) -> Delivery {
        self.collect(&self.named("parked"), 1).await.remove(0)
    }

    /// Fails unless a queue is there and holds nothing that is ready.
    pub async fn expect_empty(&self, queue: &str) {
        let got = self.broker.get(queue).await.unwrap_or_else(|error| panic!("`{queue}`: {error}"));
        assert!(got.is_none(), "`{queue}` holds {got:#?}");
    }

    /// Whether a queue exists.
    pub async fn has_queue(&self, queue: &str) -> bool {
        self.broker.look_up_queue(queue).await.expect("an answer").is_some()
    }

    /// Waits until a queue is there and this many messages are ready in it, not counting those that are being handled.
    pub async fn until_ready(&self, queue: &str, count: u64) {
        let asking = async {
            loop {
                let facts = self.broker.look_up_queue(queue).await.expect("an answer");
                if facts.is_some_and(|facts| facts.messages == count) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        within(&format!("{count} messages in `{queue}`"), asking).await;
    }

    /// Whether an exchange exists.
    pub async fn has_exchange(&self, exchange: &str) -> bool {
        self.broker.look_up_exchange(exchange).await.expect("an answer")
    }

    /// How many deliveries of the queue under test ended like this.
    pub fn outcomes(&self, outcome: &str) -> u64 {
        counted::counted("acemq.consume.total", &[("queue", &self.queue), ("outcome", outcome)])
    }

    /// How many deliveries of the queue under test ended at all.
    pub fn deliveries(&self) -> u64 {
        counted::counted("acemq.consume.total", &[("queue", &self.queue)])
    }
}

fn options(transport: Transport, url: &str) -> ConnectOptions {
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

/// A name that no other test and no earlier run has used: a broker that is kept between runs keeps its queues.
fn unique(test: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis();
    format!("{test}.{since:x}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}
