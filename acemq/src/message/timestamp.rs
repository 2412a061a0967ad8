//! The one timestamp that is text on the wire: `acemq-replayed-at`, RFC 3339.

use std::time::SystemTime;

use super::{Value, clock::from_epoch_millis};

/// Reads RFC 3339 with `Z` or an offset, or a number of milliseconds since 1970 (wire contract §1).
pub(crate) fn read(value: &Value) -> Option<SystemTime> {
    if let Some(millis) = value.as_integer() {
        return from_epoch_millis(millis);
    }
    value.as_text()?.trim().parse::<jiff::Timestamp>().ok().map(SystemTime::from)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_three_spellings_name_one_moment() {
        let moment = SystemTime::UNIX_EPOCH + Duration::from_millis(1_700_000_000_500);
        for value in [
            Value::from("2023-11-14T22:13:20.5Z"),
            Value::from("2023-11-14T22:13:20.500+00:00"),
            Value::from("2023-11-15T00:13:20.500+02:00"),
            Value::I64(1_700_000_000_500),
            Value::from("1700000000500"),
        ] {
            assert_eq!(read(&value), Some(moment), "{value:?}");
        }
    }

    #[test]
    fn what_is_no_time_is_none() {
        for value in [Value::from("yesterday"), Value::from(""), Value::Bool(true), Value::I64(-1)] {
            assert_eq!(read(&value), None, "{value:?}");
        }
    }
}
