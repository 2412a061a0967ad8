//! The payload together with what came with it.

use std::{fmt, sync::Arc, time::Duration};

use super::{DecodeError, Incoming, Payload};
use crate::message::{Envelope, Headers};

/// A payload with its envelope and headers, as a handler argument.
#[derive(Clone)]
pub struct Message<T> {
    /// What the body decoded to.
    pub payload: T,
    envelope: Arc<Envelope>,
    headers: Headers,
    queue: Arc<str>,
}

impl<T: Payload> Message<T> {
    pub(super) fn decode(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            payload: T::decode(incoming)?,
            envelope: Arc::clone(incoming.envelope),
            headers: incoming.headers(),
            queue: Arc::clone(incoming.queue),
        })
    }
}

impl<T> Message<T> {
    /// Identity, history and origin of the message.
    pub fn envelope(&self) -> &Envelope {
        &self.envelope
    }

    /// The application's headers.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// Which attempt this is, from 1.
    pub fn attempt(&self) -> u32 {
        self.envelope.attempt
    }

    /// Whether this is the first attempt.
    pub fn is_first_attempt(&self) -> bool {
        self.envelope.is_first_attempt()
    }

    /// How old the message was when it arrived: since its first publish, or since its last replay.
    pub fn age(&self) -> Duration {
        self.envelope.age()
    }

    /// The queue that it arrived in.
    pub fn queue(&self) -> &str {
        &self.queue
    }
}

impl<T: fmt::Debug> fmt::Debug for Message<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message")
            .field("payload", &self.payload)
            .field("envelope", &self.envelope)
            .field("headers", &self.headers)
            .field("queue", &self.queue)
            .finish()
    }
}
