//! The size that `message` computes is the size of the bytes that lapin writes.

use lapin::protocol::basic;

use super::{properties, table as tables};
use crate::message::{Properties, content_header, header::PUBLISH_ID};

/// Octets around every frame.
const FRAME: usize = 8;

#[test]
fn the_size_is_that_of_the_bytes_that_are_written() {
    let every_property = Properties {
        content_type: Some("application/json".into()),
        content_encoding: Some("gzip".into()),
        delivery_mode: Some(2),
        priority: Some(7),
        correlation_id: Some("c".into()),
        reply_to: Some("rr".into()),
        expiration: Some("1000".into()),
        message_id: Some("mmm".into()),
        timestamp: Some(5),
        kind: Some("k".into()),
        user_id: Some("guest".into()),
        app_id: Some("a".into()),
        cluster_id: Some("l".into()),
    };
    for given in [Properties::default(), every_property] {
        let headers = tables::tests::every_kind();
        let measured = content_header(&given, &headers);
        let mut written = tables::write(headers).unwrap();
        written.insert(PUBLISH_ID.into(), lapin::types::AMQPValue::LongLongInt(1));
        let written = properties::write(given).unwrap().with_headers(written);
        assert_eq!(measured, FRAME + 12 + usize::try_from(encoded(&written)).unwrap());
    }
}

/// How many bytes lapin writes for the properties, their flags included.
fn encoded(properties: &basic::AMQPProperties) -> u64 {
    let mut buffer = vec![0; 4096];
    let written = basic::gen_properties(properties)(std::io::Cursor::new(&mut buffer[..]).into());
    written.map_err(|error| error.to_string()).unwrap().into_inner().1
}
