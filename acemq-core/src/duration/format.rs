//! A duration as unit text.

use std::fmt::Write as _;
use std::time::Duration;

use super::units::UNITS;

/// The duration as `2s`, `1m30s`, `500ms` or `7d`; `0s` for zero.
///
/// What is finer than a millisecond is cut off. [`parse`](super::parse) gives back the same whole milliseconds for
/// anything up to its own limit of `u64::MAX` milliseconds.
///
/// # Examples
///
/// ```
/// use acemq_core::duration::format;
/// use std::time::Duration;
///
/// assert_eq!(format(Duration::from_secs(90)), "1m30s");
/// assert_eq!(format(Duration::ZERO), "0s");
/// ```
pub fn format(duration: Duration) -> String {
    let mut rest = duration.as_millis();
    if rest == 0 {
        return "0s".to_owned();
    }
    let mut text = String::new();
    for (unit, millis) in UNITS {
        let count = rest / u128::from(millis);
        rest %= u128::from(millis);
        if count > 0 {
            // Writing to a string cannot fail.
            write!(text, "{count}{unit}").unwrap_or_default();
        }
    }
    text
}
