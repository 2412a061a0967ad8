//! What a text that is nearly a duration was meant to be, for the help line.
//!
//! Never for reading: `5M` may mean minutes or months to its writer, so it is offered and not taken.

use std::time::Duration;

use super::format;

/// Other spellings of the units, with their nanoseconds.
const SPELLINGS: [(&[&str], u128); 8] = [
    (&["ns", "nanos", "nanosecond", "nanoseconds"], 1),
    (
        &["us", "µs", "μs", "micros", "microsecond", "microseconds"],
        1_000,
    ),
    (
        &[
            "ms",
            "msec",
            "msecs",
            "milli",
            "millis",
            "millisecond",
            "milliseconds",
        ],
        1_000_000,
    ),
    (&["s", "sec", "secs", "second", "seconds"], 1_000_000_000),
    (&["m", "min", "mins", "minute", "minutes"], 60_000_000_000),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600_000_000_000),
    (&["d", "day", "days"], 86_400_000_000_000),
    (&["w", "week", "weeks"], 604_800_000_000_000),
];

/// The longest count that is taken, so that no sum can overflow: 10^12 weeks are 6 × 10^26 nanoseconds.
const LONGEST_COUNT: usize = 12;
/// The longest text that is looked at.
const LONGEST_TEXT: usize = 64;

/// The unit text that was probably meant, which [`parse`](super::parse) reads.
pub(super) fn meant(text: &str) -> Option<String> {
    if text.len() > LONGEST_TEXT {
        return None;
    }
    let letters: String = text
        .chars()
        .filter(|character| !character.is_whitespace() && !matches!(character, '+' | '_' | ','))
        .flat_map(char::to_lowercase)
        .collect();
    if letters.is_empty() {
        return None;
    }
    let mut rest = letters.as_str();
    let mut nanos: u128 = 0;
    while !rest.is_empty() {
        let number = split(&mut rest, |character| {
            character.is_ascii_digit() || character == '.'
        });
        let word = split(&mut rest, |character| !character.is_ascii_digit());
        let (_, unit) = SPELLINGS
            .iter()
            .find(|(spellings, _)| spellings.contains(&word))?;
        nanos += count(number, *unit)?;
    }
    // A wait that is finer than a millisecond was at least meant as a wait.
    let millis = if nanos == 0 {
        0
    } else {
        (nanos / 1_000_000).max(1)
    };
    Some(format(Duration::from_millis(u64::try_from(millis).ok()?)))
}

/// Takes the leading characters of this sort off the text.
fn split<'a>(rest: &mut &'a str, sort: impl Fn(char) -> bool) -> &'a str {
    let end = rest
        .find(|character| !sort(character))
        .unwrap_or(rest.len());
    let (taken, left) = rest.split_at(end);
    *rest = left;
    taken
}

/// A decimal count of the unit, in nanoseconds.
fn count(number: &str, unit: u128) -> Option<u128> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if whole.len() > LONGEST_COUNT || fraction.len() > LONGEST_COUNT {
        return None;
    }
    let scale = 10_u128.pow(u32::try_from(fraction.len()).ok()?);
    let whole: u128 = whole.parse().ok()?;
    let fraction: u128 = fraction.parse().ok()?;
    Some(whole * unit + fraction * unit / scale)
}
