//! The seam's trait over one connection.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::watch,
    task::coop::consume_budget,
    time::{Instant, timeout_at},
};

use super::{
    channel::{Deliveries, MemoryChannel},
    connection::Connection,
    consumer,
    message::Message,
    registry,
};
use crate::{
    broker::{
        Arrival, BoxFuture, Broker, BrokerError, ConnectOptions, Fate, Link, Publication, PublishError,
        QueueFacts, Subscribe, Subscription,
    },
    topology::Object,
};

/// Connects to the broker that `options.host` names, and makes it if there is none.
///
/// To be called inside a tokio runtime: a task of it, which ends with the connection, keeps the time.
pub(crate) fn connect(options: &ConnectOptions) -> Arc<dyn Broker> {
    let connection = Connection::open(registry::broker(&options.host), options);
    Arc::new(MemoryBroker { connection: Arc::new(connection) })
}

/// What RabbitMQ leaves for headers at its own frame size of 128 KiB, though no frame is written here.
const HEADER_BUDGET: usize = 126 * 1024;

/// One connection to a broker inside this process.
#[derive(Debug)]
struct MemoryBroker {
    connection: Arc<Connection>,
}

impl Broker for MemoryBroker {
    fn subscribe(&self, request: Subscribe) -> BoxFuture<'_, Result<Subscription, BrokerError>> {
        Box::pin(async move {
            let priority = consumer::priority(&request.queue, &request.arguments)?;
            let window = (usize::from(request.prefetch), priority);
            let opened = self.connection.with(|core, now| {
                let id = core.state.subscribe(self.connection.id, &request.queue, window, now)?;
                Ok((id, core.open_mailbox(id)))
            });
            let (id, mailbox) = opened??;
            let channel = MemoryChannel::new(Arc::clone(&self.connection), id);
            let deliveries = Deliveries { channel: Arc::clone(&channel), mailbox, has_ended: false };
            Ok(Subscription { events: Box::pin(deliveries), channel })
        })
    }

    fn publish(&self, publication: Publication) -> BoxFuture<'static, Result<(), PublishError>> {
        let deadline = publication.deadline;
        // At the call and not at the first poll: so the order of calls is the order in the queue.
        let published = Message::from_publication(publication, &self.connection.username)
            .map(|message| publish_now(&self.connection, message));
        match published {
            // A publisher that never had to wait would never let its consumers run.
            Ok(Ok(result)) => Box::pin(async move {
                consume_budget().await;
                result
            }),
            Ok(Err(message)) => Box::pin(publish_unblocked(Arc::clone(&self.connection), message, deadline)),
            Err(invalid) => Box::pin(std::future::ready(Err(invalid))),
        }
    }

    fn declare<'a>(&'a self, object: &'a Object) -> BoxFuture<'a, Result<(), BrokerError>> {
        Box::pin(async move { self.connection.with(|core, now| core.state.declare(object, now))? })
    }

    fn look_up_queue<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<QueueFacts>, BrokerError>> {
        Box::pin(async move { self.connection.with(|core, _| core.state.facts(name)) })
    }

    fn look_up_exchange<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<bool, BrokerError>> {
        Box::pin(async move { self.connection.with(|core, _| core.state.has_exchange(name)) })
    }

    fn link(&self) -> watch::Receiver<Link> {
        self.connection.link()
    }

    fn get<'a>(&'a self, queue: &'a str) -> BoxFuture<'a, Result<Option<Arrival>, BrokerError>> {
        Box::pin(async move {
            let got = self.connection.with(|core, now| core.state.get(self.connection.id, queue, now))??;
            Ok(got.map(|(id, letter)| MemoryChannel::new(Arc::clone(&self.connection), id).arrival(letter)))
        })
    }

    fn header_budget(&self) -> usize {
        HEADER_BUDGET
    }

    fn close(&self, _within: Duration) -> BoxFuture<'_, ()> {
        Box::pin(async { self.connection.close() })
    }
}

/// Publishes; `Err` gives the message back when the broker takes none for now.
fn publish_now(connection: &Connection, message: Message) -> Result<Result<(), PublishError>, Box<Message>> {
    let published = connection.with(|core, now| match core.blocked {
        Some(_) => Err(Box::new(message)),
        None => Ok(core.state.publish(message, now)),
    });
    published.unwrap_or_else(|lost| {
        Ok(Err(PublishError::ConnectionLost { cause: lost.to_string(), fate: Fate::NotSent }))
    })
}

/// Waits until the broker takes publishes again, as long as the connection or the publication allow.
async fn publish_unblocked(
    connection: Arc<Connection>,
    mut message: Box<Message>,
    deadline: Option<Duration>,
) -> Result<(), PublishError> {
    let mut link = connection.link();
    let allowed = deadline.map_or(connection.blocked_timeout, |own| own.min(connection.blocked_timeout));
    let until = Instant::now() + allowed;
    loop {
        let mut reason = String::new();
        let flows = link.wait_for(|link| {
            if let Link::Blocked(why) = link {
                reason.clone_from(why);
            }
            !matches!(link, Link::Blocked(_))
        });
        if timeout_at(until, flows).await.is_err() {
            return Err(match deadline {
                Some(after) if after < connection.blocked_timeout => {
                    PublishError::Timeout { after, fate: Fate::NotSent }
                }
                _ => PublishError::Blocked { reason },
            });
        }
        match publish_now(&connection, *message) {
            Ok(result) => return result,
            Err(again) => message = again,
        }
    }
}
