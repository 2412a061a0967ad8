//! JSON through `serde_json`.

use bytes::Bytes;
use serde::{Serialize, de::DeserializeOwned};

use crate::extract::DecodeError;

/// Decodes a JSON body. A content type that is surely not JSON is refused by name.
pub(crate) fn decode_json<T: DeserializeOwned>(
    content_type: Option<&str>,
    body: &[u8],
) -> Result<T, DecodeError> {
    if let Some(other) = content_type.filter(|given| !may_be_json(given)) {
        return Err(DecodeError::new(format_args!("no codec reads the content type `{other}`")));
    }
    if body.is_empty() {
        return Err(DecodeError::new("the body is empty"));
    }
    serde_json::from_slice(body).map_err(DecodeError::new)
}

/// Encodes a value as JSON.
pub(crate) fn encode_json<T: Serialize + ?Sized>(value: &T) -> Result<Bytes, serde_json::Error> {
    serde_json::to_vec(value).map(Bytes::from)
}

/// Reads wide: stock clients send no type, `text/plain` or `application/octet-stream` for JSON.
fn may_be_json(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(
        essence.as_str(),
        "" | "application/json"
            | "text/json"
            | "text/plain"
            | "application/octet-stream"
            | "application/x-json"
    ) || essence.ends_with("+json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read_under_the_types_that_stock_clients_send() {
        for content_type in [
            None,
            Some(""),
            Some("application/json; charset=utf-8"),
            Some("Text/JSON"),
            Some("application/vnd.x+json"),
        ] {
            assert_eq!(decode_json::<u32>(content_type, b"7"), Ok(7), "{content_type:?}");
        }
    }

    #[test]
    fn another_type_an_empty_body_and_bad_text_are_refused_with_a_reason() {
        for (content_type, body, reason) in [
            (Some("application/xml"), &b"7"[..], "no codec reads the content type `application/xml`"),
            (None, b"", "the body is empty"),
            (None, b"seven", "expected value at line 1 column 1"),
            (None, b"\"7\"", "invalid type: string \"7\", expected u32 at line 1 column 3"),
            (None, b"\xff", "expected value at line 1 column 1"),
        ] {
            let error = decode_json::<u32>(content_type, body).expect_err("refused");
            assert_eq!(error.to_string(), reason);
        }
    }
}
