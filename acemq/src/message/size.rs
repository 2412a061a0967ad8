//! How many bytes a message's headers and properties take on the wire: they must fit in one frame, and one that is too
//! large costs the connection.

use super::{Properties, Table, Value, header};

/// The longest text of a property, in bytes: AMQP's short string.
pub(crate) const MAX_SHORT_TEXT: usize = 255;
/// Octets around every frame: type, channel, length, end.
const FRAME: usize = 8;
/// Class, weight, body size and property flags in front of the properties.
const CONTENT_HEADER: usize = 14;
/// The longest of our own header that the adapter adds: its name, its kind, eight octets.
const PUBLISH_ID: usize = 1 + header::PUBLISH_ID.len() + 1 + 8;

/// The size of the frame that carries these properties and headers.
pub(crate) fn content_header(properties: &Properties, headers: &Table) -> usize {
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
    4 + table.iter().map(|(name, content)| entry(name, content)).sum::<usize>()
}

/// The size of one header: its name, its kind, its value.
pub(crate) fn entry(name: &str, content: &Value) -> usize {
    1 + name.len() + 1 + value(content)
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
