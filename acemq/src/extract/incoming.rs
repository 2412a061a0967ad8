//! One delivery, as arguments read it.

use std::{any::type_name, sync::Arc};

use super::{CancelSlot, DecodeError, Resources, State};
use crate::{
    broker::Delivery,
    codec::Reading,
    message::{Envelope, Headers},
};

/// One delivery with its envelope and what the listener's arguments may use. Read by [`FromDelivery`](super::FromDelivery).
#[derive(Clone, Copy, Debug)]
pub struct Incoming<'a> {
    pub(crate) delivery: &'a Delivery,
    /// Shared, so that an argument that keeps it costs a count and not five strings.
    pub(crate) envelope: &'a Arc<Envelope>,
    /// Shared for the same reason; one text for all deliveries of a listener.
    pub(crate) queue: &'a Arc<str>,
    /// How the body is read.
    pub(crate) reading: &'a Reading,
    pub(crate) resources: &'a Resources,
    /// Filled by an argument that wants to hear when the handler is cut off.
    pub(crate) cancel: &'a CancelSlot,
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

    /// The delivery's headers, without the family's own.
    pub fn headers(&self) -> Headers {
        Headers::new(Arc::clone(&self.delivery.headers))
    }

    /// What the application registered with `App::state`.
    ///
    /// # Errors
    ///
    /// When nothing of that type was registered. An argument that says so in
    /// [`FromDelivery::requires`](super::FromDelivery::requires) stops start-up instead, and never sees this.
    pub fn state<S: 'static>(&self) -> Result<State<S>, DecodeError> {
        self.resources.get::<State<S>>().cloned().ok_or_else(|| {
            DecodeError::new(format_args!("no state of the type `{}` was registered", type_name::<S>()))
        })
    }

    /// What the application registered.
    pub fn resources(&self) -> &'a Resources {
        self.resources
    }
}
