//! One format with what it takes to read and write it.

use std::{fmt, sync::Arc};

use bytes::Bytes;
use serde::{Serialize, de::DeserializeOwned};

use super::{
    Codec, CodecError, Decode, Encode,
    json::{decode_json, encode_json},
};

/// The name of the built-in format.
pub(super) const JSON: &str = "json";

/// What a body is read from or written in.
#[derive(Clone, Debug, Default)]
pub(crate) enum Format {
    /// `serde_json`, called directly: a decode behind a trait object takes twice as long.
    #[default]
    Json,
    /// One of the application's.
    Named(Named),
}

/// A codec under its name. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Named {
    name: Arc<str>,
    codec: Arc<dyn Codec>,
}

impl Named {
    fn decode<T: DeserializeOwned>(&self, body: &[u8]) -> Result<T, CodecError> {
        let mut place = None;
        self.codec.decode(body, Decode::into(&mut place))?;
        place.ok_or_else(|| {
            let name = &self.name;
            CodecError::new(format!(
                "the codec `{name}` gave no value: it passed no deserializer to `Decode::from`"
            ))
        })
    }
}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Format {
    /// An application's codec.
    pub(super) fn named(name: &str, codec: impl Codec) -> Self {
        Self::Named(Named { name: name.into(), codec: Arc::new(codec) })
    }

    /// The name under which settings and listeners ask for it.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Json => JSON,
            Self::Named(named) => &named.name,
        }
    }

    /// Whether a codec of an application is for bodies of this content type.
    pub(super) fn reads(&self, content_type: &str) -> bool {
        match self {
            Self::Json => false,
            Self::Named(named) => named.codec.reads(content_type),
        }
    }

    /// The content type that is written; `None` when the codec names none.
    pub(crate) fn content_type(&self) -> Option<&str> {
        match self {
            Self::Json => Some("application/json"),
            Self::Named(named) => Some(named.codec.content_type()).filter(|written| !written.is_empty()),
        }
    }

    /// Encodes a value.
    ///
    /// # Errors
    ///
    /// The value cannot be written in this format; the text names it.
    pub(crate) fn encode<T: Serialize + ?Sized>(&self, value: &T) -> Result<Bytes, CodecError> {
        let cannot = |format: &dyn fmt::Display, error: &dyn fmt::Display| {
            CodecError::new(format!("the value cannot be encoded as {format}: {error}"))
        };
        match self {
            Self::Json => encode_json(value).map_err(|error| cannot(&"JSON", &error)),
            Self::Named(Named { name, codec }) => codec
                .encode(&Encode::new(&value))
                .map(Bytes::from)
                .map_err(|error| cannot(&format_args!("`{name}`"), &error)),
        }
    }

    /// Decodes a body, whatever its content type.
    ///
    /// # Errors
    ///
    /// The body is no such value.
    pub(super) fn decode<T: DeserializeOwned>(&self, body: &[u8]) -> Result<T, CodecError> {
        match self {
            Self::Json => decode_json(body),
            Self::Named(named) => named.decode(body),
        }
    }
}
