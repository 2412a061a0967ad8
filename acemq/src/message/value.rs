//! Header values: the AMQP 0-9-1 field types, so that a header that we did not write survives our copies unchanged.

use std::collections::BTreeMap;

/// One value of a header, as the AMQP 0-9-1 field table knows it.
///
/// The variants keep the width that arrived: a copy of a message carries the same bytes on the wire.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A boolean.
    Bool(bool),
    /// A signed 8-bit integer.
    I8(i8),
    /// An unsigned 8-bit integer.
    U8(u8),
    /// A signed 16-bit integer.
    I16(i16),
    /// An unsigned 16-bit integer.
    U16(u16),
    /// A signed 32-bit integer.
    I32(i32),
    /// An unsigned 32-bit integer.
    U32(u32),
    /// A signed 64-bit integer.
    I64(i64),
    /// A 32-bit float.
    F32(f32),
    /// A 64-bit float.
    F64(f64),
    /// A decimal: `value` divided by ten to the power of `scale`.
    Decimal {
        /// How many digits stand behind the point.
        scale: u8,
        /// The digits.
        value: u32,
    },
    /// A long string. Text by convention; AMQP does not promise UTF-8.
    Text(Box<str>),
    /// A long string that is not UTF-8.
    RawText(Box<[u8]>),
    /// A byte array (RabbitMQ's `x`).
    Bytes(Box<[u8]>),
    /// A timestamp in whole seconds since 1970.
    Timestamp(u64),
    /// A list of values.
    List(Vec<Value>),
    /// A nested table.
    Table(Table),
    /// No value.
    Void,
}

/// A field table: header names and their values, in name order.
pub type Table = BTreeMap<Box<str>, Value>;

impl Value {
    /// The text of a string value, `None` for every other kind.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bool(_)
            | Self::I8(_)
            | Self::U8(_)
            | Self::I16(_)
            | Self::U16(_)
            | Self::I32(_)
            | Self::U32(_)
            | Self::I64(_)
            | Self::F32(_)
            | Self::F64(_)
            | Self::Decimal { .. }
            | Self::RawText(_)
            | Self::Bytes(_)
            | Self::Timestamp(_)
            | Self::List(_)
            | Self::Table(_)
            | Self::Void => None,
        }
    }

    /// The number in any integer width, or in a decimal text such as `"3"`.
    ///
    /// Members of the family write different widths; the wire contract (§1) asks us to read all of them.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Self::I8(n) => Some(i64::from(*n)),
            Self::U8(n) => Some(i64::from(*n)),
            Self::I16(n) => Some(i64::from(*n)),
            Self::U16(n) => Some(i64::from(*n)),
            Self::I32(n) => Some(i64::from(*n)),
            Self::U32(n) => Some(i64::from(*n)),
            Self::I64(n) => Some(*n),
            Self::Timestamp(n) => i64::try_from(*n).ok(),
            Self::Text(text) => text.trim().parse().ok(),
            Self::Bool(_)
            | Self::F32(_)
            | Self::F64(_)
            | Self::Decimal { .. }
            | Self::RawText(_)
            | Self::Bytes(_)
            | Self::List(_)
            | Self::Table(_)
            | Self::Void => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Self {
        Self::I32(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::I64(i64::from(value))
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::I64(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::F64(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_integer_width_and_decimal_text_is_read_as_a_number() {
        for value in [
            Value::I8(3),
            Value::U8(3),
            Value::I16(3),
            Value::U16(3),
            Value::I32(3),
            Value::U32(3),
            Value::I64(3),
            Value::Timestamp(3),
            Value::from("3"),
            Value::from(" 3 "),
        ] {
            assert_eq!(value.as_integer(), Some(3), "{value:?}");
        }
    }

    #[test]
    fn what_is_not_a_number_is_none_and_never_a_panic() {
        for value in [
            Value::from("three"),
            Value::from(""),
            Value::Void,
            Value::Bool(true),
            Value::F64(3.0),
            Value::Timestamp(u64::MAX),
            Value::List(vec![]),
        ] {
            assert_eq!(value.as_integer(), None, "{value:?}");
        }
    }
}
