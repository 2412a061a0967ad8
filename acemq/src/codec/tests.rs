//! Bodies in JSON and in a codec of an application's own, each read by what it is said to be.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Codec, CodecError, Codecs, Decode, Encode, Format, Reading};

/// JSON, last byte first.
struct Reversed(&'static str);

impl Codec for Reversed {
    fn content_type(&self) -> &str {
        self.0
    }

    fn decode<'de>(&self, body: &'de [u8], into: Decode<'_, 'de>) -> Result<(), CodecError> {
        let forward: Vec<u8> = body.iter().rev().copied().collect();
        into.from(&mut serde_json::Deserializer::from_reader(&*forward)).map_err(CodecError::new)
    }

    fn encode(&self, value: &Encode<'_>) -> Result<Vec<u8>, CodecError> {
        let mut body = serde_json::to_vec(value).map_err(CodecError::new)?;
        body.reverse();
        Ok(body)
    }
}

/// A codec that is asked for a value and does not look for one.
struct Idle;

impl Codec for Idle {
    fn content_type(&self) -> &'static str {
        ""
    }

    fn reads(&self, content_type: &str) -> bool {
        content_type.starts_with("text/")
    }

    fn decode<'de>(&self, _: &'de [u8], _: Decode<'_, 'de>) -> Result<(), CodecError> {
        Ok(())
    }

    fn encode(&self, _: &Encode<'_>) -> Result<Vec<u8>, CodecError> {
        Err(CodecError::new("it is idle"))
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Order {
    id: String,
    lines: Vec<Option<u32>>,
}

fn codecs() -> Codecs {
    let mut codecs = Codecs::default();
    assert!(!codecs.add("reversed", Reversed("application/vnd.reversed")));
    assert!(!codecs.add("event", Reversed("application/event+json")));
    codecs
}

fn format(name: &str) -> Format {
    codecs().find(name).expect("it is known").clone()
}

/// `12` from a body of "21" read backwards, `21` from JSON.
fn read(reading: &Reading, content_type: Option<&str>) -> Result<u32, String> {
    reading.decode(content_type, b"21").map_err(|error| error.to_string())
}

#[test]
fn a_value_comes_back_from_either_format_as_it_was() {
    let order = Order { id: "o-1".into(), lines: vec![Some(1), None] };
    let json = Format::Json.encode(&order).expect("JSON");
    assert_eq!(
        (&*json, Format::Json.content_type()),
        (&br#"{"id":"o-1","lines":[1,null]}"#[..], Some("application/json"))
    );
    assert_eq!(Format::Json.decode::<Order>(&json).expect("an order"), order);
    let reversed = format("reversed");
    let body = reversed.encode(&order).expect("reversed");
    assert_eq!(
        (&*body, reversed.content_type()),
        (&json.iter().rev().copied().collect::<Vec<_>>()[..], Some("application/vnd.reversed"))
    );
    assert_eq!(reversed.decode::<Order>(&body).expect("an order"), order);
}

#[test]
fn the_content_type_decides_which_format_a_body_is_read_in() {
    let reading = Reading { codecs: codecs(), ..Reading::default() };
    for (content_type, expected) in [
        (None, 21),
        (Some(""), 21),
        (Some("text/plain"), 21),
        (Some("application/octet-stream"), 21),
        (Some("application/json; charset=utf-8"), 21),
        (Some("application/vnd.order+json"), 21),
        (Some("application/vnd.reversed"), 12),
        (Some("Application/Vnd.Reversed; v=1"), 12),
        (Some("application/event+json"), 12),
    ] {
        assert_eq!(read(&reading, content_type), Ok(expected), "{content_type:?}");
    }
    let refused = read(&reading, Some("application/xml")).expect_err("nothing reads it");
    assert_eq!(refused, "no codec reads the content type `application/xml`");
}

#[test]
fn the_configured_format_reads_what_says_nothing_and_no_more() {
    let reading = Reading { format: format("reversed"), ..Reading::default() };
    for content_type in [None, Some(""), Some("text/plain"), Some("application/octet-stream")] {
        assert_eq!(read(&reading, content_type), Ok(12), "{content_type:?}");
    }
    assert_eq!(read(&reading, Some("application/json")), Ok(21));
    read(&reading, Some("application/xml")).expect_err("nothing reads it");
}

#[test]
fn a_listeners_own_codec_reads_whatever_the_content_type_says() {
    let reading = Reading { own: Some(format("reversed")), codecs: codecs(), ..Reading::default() };
    for content_type in [None, Some("application/json"), Some("application/xml")] {
        assert_eq!(read(&reading, content_type), Ok(12), "{content_type:?}");
    }
    let reading = Reading { own: Some(format("JSON")), format: format("reversed"), codecs: codecs() };
    assert_eq!(read(&reading, Some("application/vnd.reversed")), Ok(21));
}

#[test]
fn a_codec_may_read_the_content_types_that_say_nothing() {
    let mut codecs = codecs();
    codecs.add("idle", Idle);
    let reading = Reading { codecs, ..Reading::default() };
    let error = read(&reading, Some("text/plain")).expect_err("it is idle");
    assert_eq!(error, "the codec `idle` gave no value: it passed no deserializer to `Decode::from`");
    assert_eq!(read(&reading, None), Ok(21), "it is not asked about no content type at all");
}

#[test]
fn what_a_body_lacks_is_said_in_the_deserializers_own_words() {
    let error =
        |format: &Format, body: &[u8]| format.decode::<Order>(body).expect_err("no order").to_string();
    assert_eq!(error(&format("reversed"), b"}{"), "missing field `id` at line 1 column 2");
    assert_eq!(error(&Format::Json, b"{}"), "missing field `id` at line 1 column 2");
    assert_eq!(error(&Format::Json, b""), "the body is empty");
    assert_eq!(
        error(&Format::Json, b"{\"id\":7}"),
        "invalid type: integer `7`, expected a string at line 1 column 7"
    );
    assert_eq!(error(&Format::Json, b"\xff"), "expected value at line 1 column 1");
}

#[test]
fn what_cannot_be_encoded_names_the_format() {
    let mut codecs = codecs();
    codecs.add("idle", Idle);
    let idle = codecs.find("idle").expect("it is known");
    assert_eq!(idle.content_type(), None, "an empty text is never written");
    let error = idle.encode(&1).expect_err("it is idle");
    assert_eq!(error.to_string(), "the value cannot be encoded as `idle`: it is idle");
    let error = Format::Json.encode(&BTreeMap::from([((), 1)]));
    assert_eq!(
        error.expect_err("no key").to_string(),
        "the value cannot be encoded as JSON: key must be a string"
    );
}

#[test]
fn a_second_codec_of_a_name_is_noticed_and_json_is_always_there() {
    let mut codecs = codecs();
    assert!(codecs.add("reversed", Idle));
    assert_eq!(codecs.names(), ["json", "event", "reversed"]);
    assert!(matches!(codecs.find("Json"), Some(Format::Json)));
    assert!(codecs.find("cbor").is_none());
}
