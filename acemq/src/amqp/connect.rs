//! The adapter as a whole: two connections behind the seam.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use tokio::sync::watch;

use super::{
    channel::AckChannel,
    consume,
    declare::Admin,
    engine::{ANSWER, Engine},
    get::Gets,
    link::{Links, Role},
    publish::Publisher,
    wire::Wire,
};
use crate::{
    broker::{
        Arrival, BoxFuture, Broker, BrokerError, BrokerErrorKind, Channel, ConnectOptions, Link, Publication,
        PublishError, QueueFacts, Subscribe, Subscription,
    },
    topology::Object,
};

/// Connects to a RabbitMQ broker.
///
/// # Errors
///
/// Why the first attempt failed, naming the setting that most likely causes it. Whether to try again is the caller's.
pub(crate) fn connect(options: &ConnectOptions) -> BoxFuture<'static, Result<Arc<dyn Broker>, BrokerError>> {
    let options = Arc::new(options.clone());
    Box::pin(async move {
        let engine = Engine::start().await.map_err(|error| {
            BrokerError::new(BrokerErrorKind::Other, format!("cannot start the adapter's thread: {error}"))
        })?;
        let links = Arc::new(Links::new());
        let tasks = engine.tasks();
        let consume = Wire::start(Role::Consume, &options, tasks, &links);
        let publish = Wire::start(Role::Publish, &options, tasks, &links);
        let admin = Admin::new(&options, Arc::clone(&consume), tasks);
        let broker = Amqp {
            publisher: Arc::new(Publisher::new(&options, Arc::clone(&publish), tasks, Arc::clone(&admin))),
            gets: Gets::new(Arc::clone(&consume), tasks),
            address: format!("{}:{}", options.host, options.port),
            subscriptions: Mutex::new(Vec::new()),
            consume,
            publish,
            admin,
            links,
            engine,
        };
        broker.up().await?;
        Ok(Arc::new(broker) as Arc<dyn Broker>)
    })
}

/// The frame that RabbitMQ offers unless it is told otherwise: what is assumed while there is no connection. A copy is made
/// anew for each try, so a wrong assumption lasts until the next.
const USUAL_FRAME: usize = 128 * 1024;

/// What a copy leaves free in its frame for `x-death` and its companions, which the broker adds.
const HEADROOM: usize = 2 * 1024;

/// A broker behind two connections.
struct Amqp {
    address: String,
    consume: Arc<Wire>,
    publish: Arc<Wire>,
    publisher: Arc<Publisher>,
    admin: Arc<Admin>,
    gets: Arc<Gets>,
    /// Whose acks are written before everything closes.
    subscriptions: Mutex<Vec<Weak<AckChannel>>>,
    links: Arc<Links>,
    engine: Engine,
}

impl Amqp {
    /// Both connections, made when one is missing: a listener whose moves cannot be published must not run.
    async fn up(&self) -> Result<(), BrokerError> {
        let (consume, publish) = tokio::join!(self.consume.live(), self.publish.live());
        consume.and(publish).map(drop)
    }

    fn remember(&self, channel: &Arc<AckChannel>) {
        let mut subscriptions = self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner);
        subscriptions.retain(|known| known.strong_count() > 0);
        subscriptions.push(Arc::downgrade(channel));
    }

    async fn close_channels(&self) {
        let subscriptions =
            std::mem::take(&mut *self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner));
        for channel in subscriptions.iter().filter_map(Weak::upgrade) {
            channel.close().await;
        }
        self.gets.close().await;
        self.admin.close().await;
    }
}

impl Broker for Amqp {
    fn subscribe(&self, request: Subscribe) -> BoxFuture<'_, Result<Subscription, BrokerError>> {
        Box::pin(async move {
            self.up().await?;
            let live = self.consume.live().await?;
            let what = format!("subscribe to `{}`", request.queue);
            let tasks = self.engine.tasks();
            let (subscription, channel) =
                tasks.ask(what, ANSWER, consume::subscribe(live, tasks.clone(), request)).await?;
            self.remember(&channel);
            Ok(subscription)
        })
    }

    fn publish(&self, publication: Publication) -> BoxFuture<'static, Result<(), PublishError>> {
        let publisher = Arc::clone(&self.publisher);
        Box::pin(async move { publisher.publish(publication).await })
    }

    fn declare<'a>(&'a self, object: &'a Object) -> BoxFuture<'a, Result<(), BrokerError>> {
        Box::pin(self.admin.declare(object))
    }

    fn look_up_queue<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<QueueFacts>, BrokerError>> {
        Box::pin(self.admin.look_up_queue(name))
    }

    fn look_up_exchange<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<bool, BrokerError>> {
        Box::pin(self.admin.look_up_exchange(name))
    }

    fn link(&self) -> watch::Receiver<Link> {
        self.links.watch()
    }

    fn get<'a>(&'a self, queue: &'a str) -> BoxFuture<'a, Result<Option<Arrival>, BrokerError>> {
        Box::pin(self.gets.get(queue))
    }

    fn header_budget(&self) -> usize {
        let frame = self.publish.live_now().map_or(USUAL_FRAME, |live| live.frame_max());
        frame.saturating_sub(HEADROOM)
    }

    fn close(&self, within: Duration) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let begin = tokio::time::Instant::now();
            if tokio::time::timeout(within, self.close_channels()).await.is_err() {
                tracing::warn!("channels did not close in time; they are dropped");
            }
            self.engine.stop(within.saturating_sub(begin.elapsed())).await;
        })
    }
}

impl fmt::Debug for Amqp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Amqp")
            .field("address", &self.address)
            .field("tasks", &self.engine.tasks().alive())
            .finish_non_exhaustive()
    }
}
