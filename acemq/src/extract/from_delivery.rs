//! The trait behind every argument that is not the payload.

use bytes::Bytes;

use super::{DecodeError, Incoming, Requirements};
use crate::message::{Envelope, Headers};

/// A handler argument that is built from a delivery.
///
/// Implement it for a type of your own to take it as an argument. It is synchronous, and it runs before the message is
/// claimed and before the handler starts: what needs to wait belongs into the handler.
///
/// ```
/// use acemq::{DecodeError, FromDelivery, Incoming};
///
/// struct Tenant(String);
///
/// impl FromDelivery for Tenant {
///     fn from_delivery(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
///         match incoming.headers().text("x-tenant") {
///             Some(tenant) => Ok(Self(tenant.to_owned())),
///             None => Err(DecodeError::new("the header `x-tenant` is missing")),
///         }
///     }
/// }
/// ```
pub trait FromDelivery: Sized {
    /// Builds the argument.
    ///
    /// # Errors
    ///
    /// The message is parked with this reason, and the handler is not called. Trying again would not help: the
    /// delivery would be the same.
    fn from_delivery(incoming: &Incoming<'_>) -> Result<Self, DecodeError>;

    /// Names what the application has to register. Called once before start-up; what is missing stops it.
    fn requires(requirements: &mut Requirements) {
        let _: &mut Requirements = requirements;
    }
}

impl FromDelivery for Envelope {
    fn from_delivery(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
        Ok(Self::clone(incoming.envelope))
    }
}

impl FromDelivery for Headers {
    fn from_delivery(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
        Ok(incoming.headers())
    }
}

/// The body as it arrived, shared and not copied. It may stand beside a payload, and is there when none is decoded.
impl FromDelivery for Bytes {
    fn from_delivery(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
        Ok(incoming.body().clone())
    }
}
