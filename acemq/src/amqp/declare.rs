//! Declarations and look-ups, each on a channel of its own: a refusal closes that one and nobody else's.

use std::{
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use lapin::{
    Channel, ExchangeKind as Kind,
    options::{ExchangeDeclareOptions, QueueBindOptions, QueueDeclareOptions},
    types::{FieldTable, ShortString},
};
use tokio::sync::Semaphore;

use super::{
    dial::dial,
    engine::{ANSWER, Tasks},
    fault,
    link::Role,
    live::{Live, close_channel},
    table,
    wire::Wire,
};
use crate::{
    broker::{BrokerError, BrokerErrorKind, ConnectOptions, QueueFacts},
    message::Table,
    topology::{ExchangeKind, Object},
};

/// How long the spare connection has to say goodbye.
const FAREWELL: Duration = Duration::from_secs(2);

/// Asks the broker about its objects, on the consuming connection, which is never blocked.
///
/// lapin never uses a channel number again that the broker closed with an error. When half of the consuming
/// connection's are spent, requests move to a spare connection, which is replaced when that one is spent; the listeners'
/// stays.
#[derive(Debug)]
pub(super) struct Admin {
    options: Arc<ConnectOptions>,
    wire: Arc<Wire>,
    tasks: Tasks,
    spare: Mutex<Option<Arc<Live>>>,
    /// Held while the spare connection is being made.
    dialling: Semaphore,
}

impl Admin {
    /// Works on the consuming connection.
    pub(super) fn new(options: &Arc<ConnectOptions>, wire: Arc<Wire>, tasks: &Tasks) -> Arc<Self> {
        Arc::new(Self {
            options: Arc::clone(options),
            wire,
            tasks: tasks.clone(),
            spare: Mutex::new(None),
            dialling: Semaphore::new(1),
        })
    }

    /// Declares one object.
    pub(super) async fn declare(self: &Arc<Self>, object: &Object) -> Result<(), BrokerError> {
        match object.clone() {
            Object::Exchange { name, kind } => {
                let what = format!("declare exchange `{name}`");
                let name = short(&what, name)?;
                self.request(what, async move |channel| {
                    let options =
                        ExchangeDeclareOptions { durable: true, ..ExchangeDeclareOptions::default() };
                    channel.exchange_declare(name, kind_of(kind), options, FieldTable::default()).await
                })
                .await
            }
            Object::Queue { name, arguments } => {
                let what = format!("declare queue `{name}`");
                let name = short(&what, name)?;
                let arguments = arguments_of(&what, arguments)?;
                self.request(what, async move |channel| {
                    let options = QueueDeclareOptions { durable: true, ..QueueDeclareOptions::default() };
                    channel.queue_declare(name, options, arguments).await.map(drop)
                })
                .await
            }
            Object::Binding { queue, exchange, routing_key, arguments } => {
                let what = format!("bind queue `{queue}` to exchange `{exchange}`");
                let (queue, exchange) = (short(&what, queue)?, short(&what, exchange)?);
                let routing_key = short(&what, routing_key)?;
                let arguments = arguments_of(&what, arguments)?;
                self.request(what, async move |channel| {
                    channel
                        .queue_bind(queue, exchange, routing_key, QueueBindOptions::default(), arguments)
                        .await
                })
                .await
            }
        }
    }

    /// Looks a queue up.
    pub(super) async fn look_up_queue(
        self: &Arc<Self>,
        name: &str,
    ) -> Result<Option<QueueFacts>, BrokerError> {
        let what = format!("look up queue `{name}`");
        let name = short(&what, name.to_owned())?;
        let found = self
            .request(what, async move |channel| {
                let options = QueueDeclareOptions { passive: true, ..QueueDeclareOptions::default() };
                channel.queue_declare(name, options, FieldTable::default()).await
            })
            .await;
        Ok(missing_is_none(found)?.map(|queue| QueueFacts {
            messages: u64::from(queue.message_count()),
            consumers: queue.consumer_count(),
        }))
    }

    /// Looks an exchange up.
    pub(super) async fn look_up_exchange(self: &Arc<Self>, name: &str) -> Result<bool, BrokerError> {
        if name.is_empty() {
            return Ok(true);
        }
        let what = format!("look up exchange `{name}`");
        let name = short(&what, name.to_owned())?;
        let found = self
            .request(what, async move |channel| {
                let options = ExchangeDeclareOptions { passive: true, ..ExchangeDeclareOptions::default() };
                // A passive declaration compares nothing but the name.
                channel.exchange_declare(name, Kind::Direct, options, FieldTable::default()).await
            })
            .await;
        Ok(missing_is_none(found)?.is_some())
    }

    async fn request<T: Send + 'static, F>(
        self: &Arc<Self>,
        what: String,
        ask: impl FnOnce(Channel) -> F + Send + 'static,
    ) -> Result<T, BrokerError>
    where
        F: Future<Output = lapin::Result<T>> + Send,
    {
        let admin = Arc::clone(self);
        self.tasks
            .ask(what.clone(), ANSWER, async move {
                let live = admin.live().await?;
                let channel = live.open_channel().await.map_err(|error| fault::refused(&what, &error))?;
                let answer = ask(channel.clone()).await;
                if answer.as_ref().is_err_and(fault::closed_a_channel) {
                    live.spend_channel();
                }
                close_channel(&channel).await;
                answer.map_err(|error| fault::refused(&what, &error))
            })
            .await
    }

    async fn live(&self) -> Result<Arc<Live>, BrokerError> {
        let live = self.wire.live().await?;
        if !live.is_spent() {
            return Ok(live);
        }
        let _turn = self.dialling.acquire().await.map_err(|_closed| super::engine::closed())?;
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).take();
        let spare = match spare {
            Some(spare) if spare.is_up() && !spare.is_spent() => spare,
            worn => {
                if let Some(worn) = worn {
                    worn.close(FAREWELL).await;
                }
                Arc::new(dial(&self.options, Role::Consume, live.epoch()).await?)
            }
        };
        *self.spare.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&spare));
        Ok(spare)
    }

    /// Closes the spare connection, if there is one.
    pub(super) async fn close(&self) {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(spare) = spare {
            spare.close(FAREWELL).await;
        }
    }
}

fn missing_is_none<T>(found: Result<T, BrokerError>) -> Result<Option<T>, BrokerError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == BrokerErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn short(what: &str, name: String) -> Result<ShortString, BrokerError> {
    ShortString::try_new(name).map_err(|_long| {
        BrokerError::new(BrokerErrorKind::Other, format!("cannot {what}: a name is longer than 255 bytes"))
    })
}

fn arguments_of(what: &str, arguments: Table) -> Result<FieldTable, BrokerError> {
    table::write(arguments)
        .map_err(|error| BrokerError::new(BrokerErrorKind::Other, format!("cannot {what}: {error}")))
}

fn kind_of(kind: ExchangeKind) -> Kind {
    match kind {
        ExchangeKind::Direct => Kind::Direct,
        ExchangeKind::Topic => Kind::Topic,
        ExchangeKind::Fanout => Kind::Fanout,
        ExchangeKind::Headers => Kind::Headers,
    }
}
