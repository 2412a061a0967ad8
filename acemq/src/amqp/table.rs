//! Field tables of the wire to ours and back, every kind of value, nothing lost.

use lapin::types::{AMQPValue, ByteArray, DecimalValue, FieldArray, FieldTable, LongString, ShortString};

use crate::message::{Table, Value};

/// The longest name of a header and the longest text of a property, in bytes: AMQP writes their length in one octet.
pub(super) const MAX_SHORT_TEXT: usize = 255;

/// Reads a table that arrived. lapin hands out no ownership of what a table holds, so the leaves are copied once.
pub(super) fn read(table: &FieldTable) -> Table {
    table.inner().iter().map(|(name, value)| (name.as_str().into(), read_value(value))).collect()
}

fn read_value(value: &AMQPValue) -> Value {
    match value {
        AMQPValue::Boolean(value) => Value::Bool(*value),
        AMQPValue::ShortShortInt(value) => Value::I8(*value),
        AMQPValue::ShortShortUInt(value) => Value::U8(*value),
        AMQPValue::ShortInt(value) => Value::I16(*value),
        AMQPValue::ShortUInt(value) => Value::U16(*value),
        AMQPValue::LongInt(value) => Value::I32(*value),
        AMQPValue::LongUInt(value) => Value::U32(*value),
        AMQPValue::LongLongInt(value) => Value::I64(*value),
        AMQPValue::Float(value) => Value::F32(*value),
        AMQPValue::Double(value) => Value::F64(*value),
        AMQPValue::DecimalValue(decimal) => Value::Decimal { scale: decimal.scale, value: decimal.value },
        // No broker sends one: the octet that would announce it means a 16-bit integer.
        AMQPValue::ShortString(text) => Value::Text(text.as_str().into()),
        AMQPValue::LongString(text) => match std::str::from_utf8(text.as_bytes()) {
            Ok(text) => Value::Text(text.into()),
            Err(_) => Value::RawText(text.as_bytes().into()),
        },
        AMQPValue::FieldArray(values) => Value::List(values.as_slice().iter().map(read_value).collect()),
        AMQPValue::Timestamp(seconds) => Value::Timestamp(*seconds),
        AMQPValue::FieldTable(table) => Value::Table(read(table)),
        AMQPValue::ByteArray(bytes) => Value::Bytes(bytes.as_slice().into()),
        AMQPValue::Void => Value::Void,
    }
}

/// Turns a table of ours into one for the wire, moving what it holds.
///
/// # Errors
///
/// The first name, on any level, that is longer than 255 bytes.
pub(super) fn write(table: Table) -> Result<FieldTable, LongName> {
    let rows = table.into_iter().map(|(name, value)| {
        let name = ShortString::try_new(name).map_err(|error| LongName(error.to_string()))?;
        Ok((name, write_value(value)?))
    });
    Ok(FieldTable::from(rows.collect::<Result<std::collections::BTreeMap<_, _>, LongName>>()?))
}

/// A header name does not fit its octet of length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a header name is longer than {MAX_SHORT_TEXT} bytes: {0}")]
pub(super) struct LongName(String);

fn write_value(value: Value) -> Result<AMQPValue, LongName> {
    Ok(match value {
        Value::Bool(value) => AMQPValue::Boolean(value),
        Value::I8(value) => AMQPValue::ShortShortInt(value),
        Value::U8(value) => AMQPValue::ShortShortUInt(value),
        Value::I16(value) => AMQPValue::ShortInt(value),
        Value::U16(value) => AMQPValue::ShortUInt(value),
        Value::I32(value) => AMQPValue::LongInt(value),
        Value::U32(value) => AMQPValue::LongUInt(value),
        Value::I64(value) => AMQPValue::LongLongInt(value),
        Value::F32(value) => AMQPValue::Float(value),
        Value::F64(value) => AMQPValue::Double(value),
        Value::Decimal { scale, value } => AMQPValue::DecimalValue(DecimalValue { scale, value }),
        Value::Text(text) => AMQPValue::LongString(LongString::from(String::from(text))),
        Value::RawText(bytes) => AMQPValue::LongString(LongString::from(Vec::from(bytes))),
        Value::Bytes(bytes) => AMQPValue::ByteArray(ByteArray::from(Vec::from(bytes))),
        Value::Timestamp(seconds) => AMQPValue::Timestamp(seconds),
        Value::List(values) => AMQPValue::FieldArray(FieldArray::from(
            values.into_iter().map(write_value).collect::<Result<Vec<_>, _>>()?,
        )),
        Value::Table(table) => AMQPValue::FieldTable(write(table)?),
        Value::Void => AMQPValue::Void,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// One value of every kind, nested ones included.
    pub(in crate::amqp) fn every_kind() -> Table {
        let flat: Table = [
            ("bool", Value::Bool(true)),
            ("i8", Value::I8(-8)),
            ("u8", Value::U8(8)),
            ("i16", Value::I16(-16)),
            ("u16", Value::U16(16)),
            ("i32", Value::I32(-32)),
            ("u32", Value::U32(32)),
            ("i64", Value::I64(i64::MIN)),
            ("f32", Value::F32(1.5)),
            ("f64", Value::F64(-2.25)),
            ("decimal", Value::Decimal { scale: 2, value: 1234 }),
            ("text", Value::from("grüße")),
            ("empty", Value::from("")),
            ("raw", Value::RawText(Box::new([0xff, 0x00, 0xfe]))),
            ("bytes", Value::Bytes(Box::new([0, 1, 255]))),
            ("timestamp", Value::Timestamp(1_700_000_000)),
            ("void", Value::Void),
        ]
        .map(|(name, value)| (name.into(), value))
        .into();
        let mut table = flat.clone();
        table.insert("list".into(), Value::List(flat.values().cloned().collect()));
        table.insert("table".into(), Value::Table(flat));
        table
    }

    #[test]
    fn every_kind_of_value_survives_the_way_out_and_back() {
        let table = every_kind();
        assert_eq!(read(&write(table.clone()).unwrap()), table);
    }

    #[test]
    fn a_name_that_does_not_fit_is_an_error_on_every_level() {
        let long: Table = [("n".repeat(256).into(), Value::Void)].into();
        assert!(write(long.clone()).is_err());
        assert!(write([("outer".into(), Value::Table(long.clone()))].into()).is_err());
        assert!(write([("outer".into(), Value::List(vec![Value::Table(long)]))].into()).is_err());
        let fits: Table = [("n".repeat(255).into(), Value::Void)].into();
        assert!(write(fits).is_ok());
    }
}
