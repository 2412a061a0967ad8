//! Publishing: confirmed and routed, or an error.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::{self, StreamExt as _};
use serde::Serialize;
use tracing::Instrument as _;
use uuid::Uuid;

use super::{AceMq, BatchError, Outgoing, Receipt};
use crate::{
    broker::{Lane, Publication, PublishError},
    error::{Error, Result},
    message::Envelope,
    telemetry::{PublishMetrics, Published, publish_span},
};

/// Publishes to one exchange with one routing key. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Publisher {
    mq: AceMq,
    exchange: Arc<str>,
    routing_key: Arc<str>,
    metrics: Arc<PublishMetrics>,
}

impl Publisher {
    pub(super) fn new(mq: AceMq, exchange: &str, routing_key: &str) -> Self {
        let metrics = Arc::new(PublishMetrics::new(exchange, routing_key));
        Self { mq, exchange: exchange.into(), routing_key: routing_key.into(), metrics }
    }

    /// Publishes a value. `Ok` means that the broker has it on its queue: confirmed *and* routed.
    ///
    /// # Errors
    ///
    /// See [`PublishError`]; [`Error::publish_error`] gives it.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future does not take the message back: it may be published.
    pub async fn send<T: Serialize + ?Sized>(&self, value: &T) -> Result<Receipt> {
        let body = self.encode(value)?;
        self.publish(Outgoing::new(()), body).await
    }

    /// Publishes values in their order, `acemq.max-outstanding-publishes` of them (10,000 unless set) in flight at once;
    /// the confirm timeout of each begins when its turn comes. It is no transaction: those that were confirmed stay
    /// published.
    ///
    /// # Errors
    ///
    /// Which values were not published and why, beside the receipts of those that were.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future takes nothing back: those that were begun may be published, the others are not.
    pub async fn send_all<T: Serialize>(&self, values: &[T]) -> Result<Vec<Receipt>, BatchError> {
        // None of them is begun before its turn.
        let sends: Vec<_> = values.iter().map(|value| self.send(value)).collect();
        BatchError::collect(stream::iter(sends).buffered(self.mq.at_once).collect().await)
    }

    /// Publishes a message with its own id, headers or properties.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send); [`PublishError::Invalid`] for a header that is not the application's to set.
    ///
    /// # Cancel safety
    ///
    /// As [`send`](Self::send).
    pub async fn send_message<T: Serialize>(&self, message: Outgoing<T>) -> Result<Receipt> {
        if let Some(name) = message.refused_header() {
            let cause = format!("the header `{name}` is not an application's to set; choose another name");
            return Err(PublishError::Invalid { cause }.into());
        }
        let body = self.encode(&message.value)?;
        self.publish(message.without_value(), body).await
    }

    fn encode<T: Serialize + ?Sized>(&self, value: &T) -> Result<Bytes> {
        let encoded = self.mq.format.encode(value);
        encoded.map_err(|error| PublishError::Invalid { cause: error.to_string() }.into())
    }

    async fn publish(&self, message: Outgoing<()>, body: Bytes) -> Result<Receipt> {
        let started = self.mq.clock.instant();
        let deadline = message.deadline;
        let (envelope, publication) = self.publication(message, body);
        let span = publish_span(&self.exchange, &self.routing_key, &envelope, &publication.headers);
        let publication = Publication { deadline, ..publication };
        let published = self.mq.broker.publish(publication).instrument(span.clone()).await;
        let outcome = match &published {
            Ok(()) => Published::Confirmed,
            Err(PublishError::Unroutable { .. } | PublishError::NoExchange { .. }) => Published::Unroutable,
            Err(_) => Published::Failed,
        };
        outcome.record_on(&span);
        self.metrics.published(outcome, self.mq.clock.instant().duration_since(started));
        published.map(|()| Receipt::new(envelope.id)).map_err(Error::from)
    }

    fn publication(&self, message: Outgoing<()>, body: Bytes) -> (Envelope, Publication) {
        let Outgoing {
            id,
            message_type,
            version,
            correlation_id,
            causation_id,
            mut headers,
            mut properties,
            ..
        } = message;
        let id = id.unwrap_or_else(|| Uuid::new_v4().to_string());
        let parent = self.mq.parent.as_ref();
        let mut envelope = Envelope::first(id, &self.routing_key, self.mq.clock.now());
        if let Some(name) = message_type {
            envelope.message_type = name;
        }
        if let Some(version) = version {
            envelope.version = version;
        }
        if let Some(id) = correlation_id.or_else(|| parent.map(|parent| parent.correlation_id.clone())) {
            envelope.correlation_id = id;
        }
        envelope.causation_id = causation_id.or_else(|| parent.map(|parent| parent.id.clone()));
        envelope.origin = Some(self.mq.origin.as_str().to_owned());
        envelope.write_into(&mut headers);
        properties.message_id = Some(envelope.id.as_str().into());
        properties.content_type = self.mq.format.content_type().map(Into::into);
        properties.delivery_mode = Some(2);
        let publication = Publication {
            lane: Lane::Application,
            exchange: (&*self.exchange).into(),
            routing_key: (&*self.routing_key).into(),
            properties,
            headers,
            body,
            deadline: None,
        };
        (envelope, publication)
    }
}

impl<T> Outgoing<T> {
    fn without_value(self) -> Outgoing<()> {
        let Self {
            id,
            message_type,
            version,
            correlation_id,
            causation_id,
            headers,
            properties,
            deadline,
            ..
        } = self;
        Outgoing {
            value: (),
            id,
            message_type,
            version,
            correlation_id,
            causation_id,
            headers,
            properties,
            deadline,
        }
    }
}
