//! .NET time spans: `00:00:02`, `00:00:00.100`, `7.00:00:00`.

use std::ops::Range;
use std::time::Duration;

use super::{DurationError, format};
use crate::quote::quoted;

/// One number between the separators, and where it stands.
struct Field<'a> {
    text: &'a str,
    start: usize,
    name: &'static str,
    /// The largest value, or `None` for days, which are not bounded.
    largest: Option<u64>,
}

impl Field<'_> {
    fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// Reads `[days.]hours:minutes:seconds[.fraction]`.
///
/// Hours stop at 23. .NET reads `24:00:00` as 24 days, so nobody can be sure what its writer meant.
pub(super) fn read(text: &str) -> Result<u128, DurationError> {
    let parts: Vec<&str> = text.split(':').collect();
    let [head, minutes, tail] = parts.as_slice() else {
        let message = "a time span has hours, minutes and seconds";
        return Err(DurationError::new(
            0..text.len(),
            message,
            "write `00:01:30`",
        ));
    };
    let minutes_at = head.len() + 1;
    let seconds_at = minutes_at + minutes.len() + 1;
    let (days, hours, hours_at) = match head.rsplit_once('.') {
        Some((days, hours)) => (days, hours, days.len() + 1),
        None => ("0", *head, 0),
    };
    let (seconds, fraction) = tail.split_once('.').unwrap_or((tail, "0"));
    let fields = [
        field(days, 0, "days", None),
        field(hours, hours_at, "hours", Some(23)),
        field(minutes, minutes_at, "minutes", Some(59)),
        field(seconds, seconds_at, "seconds", Some(59)),
    ];
    let fraction = field(fraction, seconds_at + seconds.len() + 1, "fraction", None);

    let mut values = [0; 4];
    for (value, field) in values.iter_mut().zip(&fields) {
        *value = number(text, field)?;
    }
    let cut = first_three(&fraction)?;
    let total = total(values, cut);
    for (value, field) in values.iter().zip(&fields) {
        if let Some(largest) = field.largest.filter(|largest| value > largest) {
            let message = format!("{} are at most {largest}", field.name);
            return Err(DurationError::new(field.range(), message, carried(total)));
        }
    }
    Ok(total)
}

fn field<'a>(text: &'a str, start: usize, name: &'static str, largest: Option<u64>) -> Field<'a> {
    Field {
        text,
        start,
        name,
        largest,
    }
}

fn number(whole: &str, field: &Field<'_>) -> Result<u64, DurationError> {
    check_digits(field)?;
    field.text.parse().or(Err(DurationError::too_long(whole)))
}

/// The milliseconds of a fraction of a second, whose digits after the third are cut off.
fn first_three(field: &Field<'_>) -> Result<u64, DurationError> {
    check_digits(field)?;
    let digits = field.text.bytes().map(|byte| u64::from(byte - b'0'));
    Ok(digits
        .chain([0, 0])
        .take(3)
        .fold(0, |millis, digit| millis * 10 + digit))
}

fn check_digits(field: &Field<'_>) -> Result<(), DurationError> {
    if !field.text.is_empty() && field.text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(());
    }
    let message = if field.text.is_empty() {
        format!("the time span lacks its {}", field.name)
    } else {
        format!("{} is not a number of {}", quoted(field.text), field.name)
    };
    Err(DurationError::new(
        field.range(),
        message,
        "write `00:01:30`",
    ))
}

fn total([days, hours, minutes, seconds]: [u64; 4], millis: u64) -> u128 {
    let hours = u128::from(days) * 24 + u128::from(hours);
    let minutes = hours * 60 + u128::from(minutes);
    (minutes * 60 + u128::from(seconds)) * 1_000 + u128::from(millis)
}

/// The way out of `00:90:00`: the same time in unit text, with the excess carried over.
fn carried(total: u128) -> String {
    match u64::try_from(total) {
        Ok(millis) => format!("write `{}`", format(Duration::from_millis(millis))),
        Err(_) => "write `00:01:30`".to_owned(),
    }
}
