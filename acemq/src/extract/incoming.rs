//! One delivery, as arguments read it.

use super::Resources;
use crate::{broker::Delivery, codec::Format, message::Envelope};

/// One delivery with its envelope and what the listener's arguments may use. Read by [`FromDelivery`](super::FromDelivery).
#[derive(Clone, Copy, Debug)]
pub struct Incoming<'a> {
    pub(crate) delivery: &'a Delivery,
    pub(crate) envelope: &'a Envelope,
    pub(crate) queue: &'a str,
    /// The codec of the listener, when the content type does not decide.
    pub(crate) format: Format,
    pub(crate) resources: &'a Resources,
}

impl<'a> Incoming<'a> {
    /// The envelope.
    pub fn envelope(&self) -> &'a Envelope {
        self.envelope
    }

    /// The queue that it arrived in.
    pub fn queue(&self) -> &'a str {
        self.queue
    }

    /// The body as it arrived.
    pub fn body(&self) -> &'a bytes::Bytes {
        &self.delivery.body
    }

    /// What the application registered.
    pub fn resources(&self) -> &'a Resources {
        self.resources
    }
}
