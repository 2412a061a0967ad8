//! The payload: what the body decodes to.

use serde::de::DeserializeOwned;

use super::{DecodeError, Incoming};

/// What the body of a message decodes to: every type that implements [`serde::Deserialize`] and borrows nothing.
///
/// A trait of its own because the compiler's words about a missing `Deserialize` explain serde, not the listener.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a message",
    label = "this payload does not implement `serde::Deserialize`",
    note = "to read it from the body, put `#[derive(serde::Deserialize)]` on `{Self}`"
)]
pub trait Payload: Sized {
    /// Decodes the body.
    ///
    /// # Errors
    ///
    /// When the body is no such value, or nothing reads its content type.
    fn decode(incoming: &Incoming<'_>) -> Result<Self, DecodeError>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> Payload for T {
    fn decode(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
        let delivery = incoming.delivery;
        incoming.reading.decode(delivery.properties.content_type.as_deref(), &delivery.body)
    }
}
