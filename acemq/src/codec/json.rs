//! JSON through `serde_json`.

use bytes::Bytes;
use serde::{Serialize, de::DeserializeOwned};

use super::CodecError;

/// Decodes a JSON body.
pub(super) fn decode_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, CodecError> {
    if body.is_empty() {
        return Err(CodecError::new("the body is empty"));
    }
    serde_json::from_slice(body).map_err(CodecError::new)
}

/// Encodes a value as JSON.
pub(super) fn encode_json<T: Serialize + ?Sized>(value: &T) -> Result<Bytes, serde_json::Error> {
    serde_json::to_vec(value).map(Bytes::from)
}
