//! Bodies to values and back.

mod json;

pub(crate) use self::json::{decode_json, encode_json};

/// The codec of a listener or publisher.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    /// `serde_json`, called directly: a decode behind a trait object costs three times as much.
    #[default]
    Json,
}

impl Format {
    /// The content type that is written.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
        }
    }
}
