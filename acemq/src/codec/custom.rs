//! The trait of a codec that an application brings, and what a codec is given: both ends of serde, of no type of ours.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::media;
use crate::message::BoxError;

/// A format that bodies are read from and written in, such as CBOR. JSON is built in.
///
/// [`App::codec`](crate::App::codec) gives it a name. A listener then reads with it whatever comes under a content type
/// that it [`reads`](Self::reads), or everything, when its `codec` is that name; and `acemq.format` by that name writes
/// what is published with it. Where several codecs read a content type, the first of their names does.
///
/// A codec only says which deserializer and which serializer of serde it takes. They are called through a trait object, so
/// that a small JSON body would take twice the time that the built-in format takes.
///
/// # Examples
///
/// One that reads and writes under a content type of its own; a codec of another format differs in the two calls.
///
/// ```
/// use acemq::{Codec, CodecError, Decode, Encode};
///
/// struct Ledger;
///
/// impl Codec for Ledger {
///     fn content_type(&self) -> &'static str {
///         "application/vnd.ledger"
///     }
///
///     fn decode<'de>(&self, body: &'de [u8], into: Decode<'_, 'de>) -> Result<(), CodecError> {
///         let mut deserializer = serde_json::Deserializer::from_slice(body);
///         into.from(&mut deserializer).map_err(CodecError::new)?;
///         deserializer.end().map_err(CodecError::new) // nothing may follow the value
///     }
///
///     fn encode(&self, value: &Encode<'_>) -> Result<Vec<u8>, CodecError> {
///         serde_json::to_vec(value).map_err(CodecError::new)
///     }
/// }
///
/// # async fn start() -> acemq::Result<()> {
/// use acemq::{App, Config};
///
/// let config = Config::load()?.with("format", "ledger");
/// let running = App::new(config).codec("ledger", Ledger).start().await?;
/// # drop(running);
/// # Ok(())
/// # }
/// ```
pub trait Codec: Send + Sync + 'static {
    /// The content type of what is written, such as `application/cbor`.
    fn content_type(&self) -> &str;

    /// Whether bodies of this content type are for this codec; unless it says otherwise, those of its own content type,
    /// whatever the case and the parameters. It is not asked for JSON's content types, nor for a message without one.
    fn reads(&self, content_type: &str) -> bool {
        media::is_same(self.content_type(), content_type)
    }

    /// Decodes a body: makes a deserializer of it and hands that to [`Decode::from`]. What a codec makes of the body first,
    /// such as the same without its compression, is read through a deserializer that borrows nothing, as one of an
    /// [`std::io::Read`] is.
    ///
    /// # Errors
    ///
    /// The body is no such value. The message is parked with this reason.
    fn decode<'de>(&self, body: &'de [u8], into: Decode<'_, 'de>) -> Result<(), CodecError>;

    /// Encodes a value, which is serialized like any other.
    ///
    /// # Errors
    ///
    /// The value cannot be written in this format. It is not published.
    fn encode(&self, value: &Encode<'_>) -> Result<Vec<u8>, CodecError>;
}

/// The value that a [`Codec`] decodes into. It takes one deserializer.
pub struct Decode<'a, 'de> {
    place: &'a mut dyn Place<'de>,
}

impl<'a, 'de> Decode<'a, 'de> {
    pub(super) fn into<T: Deserialize<'de>>(place: &'a mut Option<T>) -> Self {
        Self { place }
    }

    /// Reads the value from this deserializer.
    ///
    /// # Errors
    ///
    /// What the deserializer or the value says, in the deserializer's own kind of error.
    #[allow(clippy::wrong_self_convention, reason = "`into.from(deserializer)` reads as what it does")]
    pub fn from<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let mut deserializer = <dyn erased_serde::Deserializer<'_>>::erase(deserializer);
        self.place.fill(&mut deserializer).map_err(D::Error::custom)
    }
}

impl fmt::Debug for Decode<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Decode")
    }
}

/// Where a decoded value goes, whatever its type.
trait Place<'de> {
    fn fill(
        &mut self,
        deserializer: &mut dyn erased_serde::Deserializer<'de>,
    ) -> Result<(), erased_serde::Error>;
}

impl<'de, T: Deserialize<'de>> Place<'de> for Option<T> {
    fn fill(
        &mut self,
        deserializer: &mut dyn erased_serde::Deserializer<'de>,
    ) -> Result<(), erased_serde::Error> {
        *self = Some(T::deserialize(deserializer)?);
        Ok(())
    }
}

/// The value that a [`Codec`] encodes, whatever its type: it is [`Serialize`].
pub struct Encode<'a>(&'a dyn erased_serde::Serialize);

impl<'a> Encode<'a> {
    pub(super) fn new<T: Serialize>(value: &'a T) -> Self {
        Self(value)
    }
}

impl Serialize for Encode<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(self.0, serializer)
    }
}

impl fmt::Debug for Encode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Encode")
    }
}

/// Why a [`Codec`] cannot read a body or write a value.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct CodecError(BoxError);

impl CodecError {
    /// From any error, or from a text.
    pub fn new(cause: impl Into<BoxError>) -> Self {
        Self(cause.into())
    }
}
