//! What every case stands on: a connection of its own, names of its own, and waits that end.

use std::{future::Future, sync::Arc, time::Duration};

use acemq::__testing::{
    Arrival, Broker, ConnectOptions, Ended, Event, ExchangeKind, Lane, Object, Properties, Publication,
    PublishError, Scheme, Secret, Subscribe, Subscription, Table, Value, connect,
};
use futures_util::StreamExt;
use uuid::Uuid;

/// How long anything may take before the case fails.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long nothing must happen before a case believes that nothing will.
const QUIET: Duration = Duration::from_millis(200);

/// Wire contract §1: stripped from every copy, seen by nobody but the adapter.
pub(crate) const PUBLISH_ID: &str = "acemq-publish-id";

/// A connection, and names that no other case uses.
pub(crate) struct Bench {
    pub(crate) broker: Arc<dyn Broker>,
    options: ConnectOptions,
    prefix: String,
}

impl Bench {
    /// A new and empty broker inside this process.
    pub(crate) async fn memory() -> Self {
        let name = Uuid::new_v4().to_string();
        Self::connected(options(Scheme::Memory, &name)).await
    }

    /// The broker of this test run.
    pub(crate) async fn rabbitmq() -> Self {
        let url = std::env::var("ACEMQ_TEST_AMQP_URL").expect(
            "ACEMQ_TEST_AMQP_URL names no broker for these tests: run `make test`, which starts a private one",
        );
        Self::connected(read_url(&url)).await
    }

    async fn connected(options: ConnectOptions) -> Self {
        let broker = soon("connecting", connect(&options)).await.expect("a broker that answers");
        Self { broker, options, prefix: Uuid::new_v4().simple().to_string() }
    }

    /// Another connection to the same broker.
    pub(crate) async fn second_connection(&self) -> Arc<dyn Broker> {
        soon("connecting", connect(&self.options)).await.expect("a broker that answers")
    }

    /// A name of this case alone.
    pub(crate) fn name(&self, what: &str) -> String {
        format!("{}.{what}", self.prefix)
    }

    pub(crate) async fn declare(&self, object: Object) {
        soon("declaring", self.broker.declare(&object)).await.expect("a declaration that is taken");
    }

    /// Declares a queue and returns its name.
    pub(crate) async fn queue(&self, what: &str, arguments: &[(&str, Value)]) -> String {
        let name = self.name(what);
        self.declare(Object::Queue { name: name.clone(), arguments: table(arguments) }).await;
        name
    }

    /// Declares an exchange and returns its name.
    pub(crate) async fn exchange(&self, what: &str, kind: ExchangeKind) -> String {
        let name = self.name(what);
        self.declare(Object::Exchange { name: name.clone(), kind }).await;
        name
    }

    pub(crate) async fn bind(&self, queue: &str, exchange: &str, key: &str, arguments: &[(&str, Value)]) {
        self.declare(Object::Binding {
            queue: queue.to_owned(),
            exchange: exchange.to_owned(),
            routing_key: key.to_owned(),
            arguments: table(arguments),
        })
        .await;
    }

    /// Publishes these bodies to a queue, one after the other.
    pub(crate) async fn fill(&self, queue: &str, bodies: impl IntoIterator<Item = impl ToString>) {
        for body in bodies {
            self.publish(publication("", queue, &body.to_string())).await.expect("a publish that is routed");
        }
    }

    pub(crate) async fn publish(&self, publication: Publication) -> Result<(), PublishError> {
        soon("publishing", self.broker.publish(publication)).await
    }

    pub(crate) async fn consume(&self, queue: &str, prefetch: u16) -> Consumer {
        self.consume_with(queue, prefetch, &[]).await
    }

    /// Subscribes with these arguments.
    pub(crate) async fn consume_with(
        &self,
        queue: &str,
        prefetch: u16,
        arguments: &[(&str, Value)],
    ) -> Consumer {
        let request = Subscribe {
            queue: queue.to_owned(),
            prefetch,
            ack_batch: 1,
            listener: "contract".to_owned(),
            arguments: table(arguments),
        };
        Consumer(soon("subscribing", self.broker.subscribe(request)).await.expect("a subscription"))
    }

    /// How many messages are ready.
    pub(crate) async fn ready(&self, queue: &str) -> u64 {
        let facts = soon("looking up", self.broker.look_up_queue(queue)).await.expect("an answer");
        facts.expect("a queue").messages
    }

    /// Waits until so many messages are ready: the broker says nothing when a queue changes.
    pub(crate) async fn until_ready(&self, queue: &str, count: u64) {
        let reached = async {
            while self.ready(queue).await != count {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        soon(&format!("{count} ready messages"), reached).await;
    }
}

/// A subscription whose waits end.
pub(crate) struct Consumer(pub(crate) Subscription);

impl Consumer {
    pub(crate) async fn next(&mut self) -> Arrival {
        match soon("a delivery", self.0.events.next()).await {
            Some(Event::Arrival(arrival)) => arrival,
            other => panic!("a delivery was due, not {other:?}"),
        }
    }

    /// The bodies of the next deliveries, unsettled.
    pub(crate) async fn take(&mut self, count: usize) -> (Vec<String>, Vec<Arrival>) {
        let mut arrivals = Vec::new();
        for _ in 0..count {
            arrivals.push(self.next().await);
        }
        (arrivals.iter().map(body).collect(), arrivals)
    }

    /// The bodies of the next deliveries, acked.
    pub(crate) async fn bodies(&mut self, count: usize) -> Vec<String> {
        let mut bodies = Vec::new();
        for _ in 0..count {
            let arrival = self.next().await;
            bodies.push(body(&arrival));
            sent(arrival.unsettled.ack());
        }
        bodies
    }

    /// That for a while nothing is delivered.
    pub(crate) async fn nothing(&mut self) {
        if let Ok(event) = tokio::time::timeout(QUIET, self.0.events.next()).await {
            panic!("nothing was due, not {event:?}");
        }
    }

    pub(crate) async fn ended(&mut self) -> Ended {
        let ended = match soon("the end", self.0.events.next()).await {
            Some(Event::Ended(ended)) => ended,
            other => panic!("the end was due, not {other:?}"),
        };
        let after = soon("the end of the stream", self.0.events.next()).await;
        assert!(after.is_none(), "something followed the end: {after:?}");
        ended
    }

    pub(crate) async fn cancel(&self) {
        soon("cancelling", self.0.channel.cancel()).await.expect("a cancel that is answered");
    }

    pub(crate) async fn close(&self) {
        soon("closing", self.0.channel.close()).await;
    }

    /// Until the broker has what was settled so far.
    pub(crate) async fn flush(&self) {
        soon("flushing", self.0.channel.flush()).await;
    }
}

/// Waits, but not for ever.
pub(crate) async fn soon<T>(what: &str, future: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, future).await.unwrap_or_else(|_| panic!("{what}: not within {PATIENCE:?}"))
}

pub(crate) fn sent(settled: acemq::__testing::Settled) {
    assert_eq!(settled, acemq::__testing::Settled::Sent);
}

pub(crate) fn body(arrival: &Arrival) -> String {
    String::from_utf8_lossy(&arrival.delivery.body).into_owned()
}

pub(crate) fn table(rows: &[(&str, Value)]) -> Table {
    rows.iter().map(|(name, value)| ((*name).into(), value.clone())).collect()
}

/// The headers of a delivery without what the broker wrote about a death, and without the header by which the adapter for
/// RabbitMQ finds a returned message's publish.
pub(crate) fn as_published(headers: &Table) -> Table {
    let is_own = |name: &str| {
        let is_death =
            name == "x-death" || name.starts_with("x-first-death-") || name.starts_with("x-last-death-");
        !is_death && name != PUBLISH_ID
    };
    headers
        .iter()
        .filter(|(name, _)| is_own(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// A plain persistent message.
pub(crate) fn publication(exchange: &str, routing_key: &str, body: &str) -> Publication {
    let mut properties = Properties::default();
    properties.delivery_mode = Some(2);
    Publication {
        lane: Lane::Application,
        exchange: exchange.into(),
        routing_key: routing_key.into(),
        properties,
        headers: Table::new(),
        body: body.to_owned().into(),
        deadline: None,
    }
}

/// The arguments of a quorum queue, and more.
pub(crate) fn quorum(more: &[(&'static str, Value)]) -> Vec<(&'static str, Value)> {
    let mut arguments = vec![("x-queue-type", Value::from("quorum"))];
    arguments.extend_from_slice(more);
    arguments
}

/// The arguments that dead-letter into `queue` by name.
pub(crate) fn dead_letters_to(queue: &str) -> Vec<(&'static str, Value)> {
    vec![("x-dead-letter-exchange", Value::from("")), ("x-dead-letter-routing-key", Value::from(queue))]
}

fn options(scheme: Scheme, host: &str) -> ConnectOptions {
    ConnectOptions {
        scheme,
        host: host.to_owned(),
        port: 5672,
        virtual_host: "/".to_owned(),
        username: "guest".to_owned(),
        password: Secret::new("guest"),
        client_name: "contract".to_owned(),
        heartbeat: Duration::from_secs(10),
        connection_timeout: Duration::from_secs(10),
        confirm_timeout: Duration::from_secs(10),
        blocked_timeout: Duration::from_secs(10),
        max_outstanding_publishes: 10_000,
    }
}

/// `amqp://user:password@host:port`, as the private services write it.
fn read_url(url: &str) -> ConnectOptions {
    let rest = url.strip_prefix("amqp://").expect("a URL with the scheme amqp");
    let (credentials, address) = rest.split_once('@').unwrap_or(("guest:guest", rest));
    let (username, password) = credentials.split_once(':').expect("user and password");
    let (host, port) = address.trim_end_matches('/').split_once(':').expect("host and port");
    ConnectOptions {
        port: port.parse().expect("a port number"),
        username: username.to_owned(),
        password: Secret::new(password),
        ..options(Scheme::Amqp, host)
    }
}
