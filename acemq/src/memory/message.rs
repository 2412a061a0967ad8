//! A message as the broker keeps it: shared by all queues that it was routed to.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use tokio::time::Instant;

use super::{arguments::MAX_TTL_MILLIS, routing::further_keys};
use crate::{
    broker::{Delivery, Publication, PublishError},
    message::{Properties, Table, Value},
};

/// What quorum queues write on a redelivery.
const DELIVERY_COUNT: &str = "x-delivery-count";

/// One message, the same in every queue.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) exchange: Box<str>,
    pub(super) routing_key: Box<str>,
    /// Further routing keys, from `CC` and `BCC`.
    pub(super) further_keys: Vec<Box<str>>,
    pub(super) properties: Properties,
    pub(super) headers: Arc<Table>,
    pub(super) body: Bytes,
    /// The `expiration` property, understood.
    pub(super) expiration: Option<Duration>,
}

impl Message {
    /// Checks what the broker would close the channel for, and takes the `BCC` header off.
    pub(super) fn from_publication(publication: Publication, user: &str) -> Result<Self, PublishError> {
        let Publication { exchange, routing_key, properties, mut headers, body, .. } = publication;
        let invalid = |cause: String| PublishError::Invalid { cause };
        if let Some(claimed) = properties.user_id.as_deref().filter(|claimed| *claimed != user) {
            return Err(invalid(format!(
                "user_id property set to '{claimed}' but authenticated user was '{user}'"
            )));
        }
        let expiration = match properties.expiration.as_deref() {
            None => None,
            Some(text) => {
                Some(read_expiration(text).ok_or_else(|| invalid(format!("invalid expiration '{text}'")))?)
            }
        };
        let mut keys = Vec::new();
        for name in ["CC", "BCC"] {
            keys.extend(further_keys(&headers, name).map_err(|kind| {
                invalid(format!("invalid message: {{unacceptable_type_in_header,\"{name}\",{kind}}}"))
            })?);
        }
        headers.remove("BCC");
        let headers = Arc::new(headers);
        Ok(Self { exchange, routing_key, further_keys: keys, properties, headers, body, expiration })
    }

    /// All routing keys, the one of the publish first.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.routing_key).chain(self.further_keys.iter().map(|key| &**key))
    }
}

/// Milliseconds as decimal text, as the broker wants them.
fn read_expiration(text: &str) -> Option<Duration> {
    let millis = text.parse::<i64>().ok().filter(|millis| (0..=MAX_TTL_MILLIS).contains(millis))?;
    u64::try_from(millis).ok().map(Duration::from_millis)
}

/// A message in one queue.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub(super) message: Arc<Message>,
    /// Where it stands in its queue.
    pub(super) place: u64,
    pub(super) expires: Option<Instant>,
    pub(super) redelivered: bool,
    /// How often it came back; a quorum queue tells its consumers.
    pub(super) returns: u32,
}

/// A delivery on its way to a consumer; turned into what the seam wants outside of the broker's lock.
#[derive(Debug)]
pub(super) struct Letter {
    pub(super) tag: u64,
    pub(super) message: Arc<Message>,
    pub(super) redelivered: bool,
    /// From quorum queues: how often it came back.
    pub(super) delivery_count: Option<u32>,
}

impl Letter {
    /// The delivery as the seam knows it.
    pub(super) fn into_delivery(self) -> Delivery {
        let message = &*self.message;
        let mut headers = Arc::clone(&message.headers);
        if let Some(count) = self.delivery_count {
            Arc::make_mut(&mut headers).insert(DELIVERY_COUNT.into(), Value::I64(i64::from(count)));
        }
        Delivery {
            redelivered: self.redelivered,
            exchange: message.exchange.clone(),
            routing_key: message.routing_key.clone(),
            properties: message.properties.clone(),
            headers,
            body: message.body.clone(),
        }
    }
}
