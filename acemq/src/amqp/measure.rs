//! How many bytes a message's headers and properties take on the wire: they must fit in one frame, and one that is too
//! large costs the connection.

use crate::message::{Properties, Table, Value};

/// Octets around every frame: type, channel, length, end.
const FRAME: usize = 8;
/// Class, weight, body size and property flags in front of the properties.
const CONTENT_HEADER: usize = 14;
/// The longest of our own header that the adapter adds: its name, its kind, eight octets.
const PUBLISH_ID: usize = 1 + crate::message::header::PUBLISH_ID.len() + 1 + 8;

/// The size of the frame that carries these properties and headers.
pub(super) fn content_header(properties: &Properties, headers: &Table) -> usize {
    let short = [
        &properties.content_type,
        &properties.content_encoding,
        &properties.correlation_id,
        &properties.reply_to,
        &properties.expiration,
        &properties.message_id,
        &properties.kind,
        &properties.user_id,
        &properties.app_id,
        &properties.cluster_id,
    ];
    let texts: usize = short.into_iter().flatten().map(|text| 1 + text.len()).sum();
    let octets = usize::from(properties.delivery_mode.is_some()) + usize::from(properties.priority.is_some());
    let timestamp = if properties.timestamp.is_some() { 8 } else { 0 };
    FRAME + CONTENT_HEADER + texts + octets + timestamp + table(headers) + PUBLISH_ID
}

fn table(table: &Table) -> usize {
    4 + table.iter().map(|(name, content)| 1 + name.len() + 1 + value(content)).sum::<usize>()
}

fn value(content: &Value) -> usize {
    match content {
        Value::Void => 0,
        Value::Bool(_) | Value::I8(_) | Value::U8(_) => 1,
        Value::I16(_) | Value::U16(_) => 2,
        Value::I32(_) | Value::U32(_) | Value::F32(_) => 4,
        Value::Decimal { .. } => 5,
        Value::I64(_) | Value::F64(_) | Value::Timestamp(_) => 8,
        Value::Text(text) => 4 + text.len(),
        Value::RawText(bytes) | Value::Bytes(bytes) => 4 + bytes.len(),
        Value::List(values) => 4 + values.iter().map(|item| 1 + value(item)).sum::<usize>(),
        Value::Table(inner) => table(inner),
    }
}

#[cfg(test)]
mod tests {
    use lapin::protocol::basic;

    use super::*;
    use crate::amqp::{properties, table as tables};

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
            written
                .insert(crate::message::header::PUBLISH_ID.into(), lapin::types::AMQPValue::LongLongInt(1));
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
}
