//! One arrival of a message, as an adapter hands it over.

use std::sync::Arc;

use bytes::Bytes;

use crate::message::{Properties, Table};

/// One delivery. How it is settled travels beside it, in [`Unsettled`](super::Unsettled).
#[derive(Clone, Debug)]
pub struct Delivery {
    /// Whether the broker says that it handed this message out before.
    pub redelivered: bool,
    /// The exchange that this arrival came through; empty for the default exchange.
    pub exchange: Box<str>,
    /// The routing key of this arrival.
    pub routing_key: Box<str>,
    /// Properties without the headers.
    pub properties: Properties,
    /// All headers, ours included.
    pub headers: Arc<Table>,
    /// The body as it arrived.
    pub body: Bytes,
}
