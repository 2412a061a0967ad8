//! Unit text: `2s`, `1m30s`, `500ms`, `7d`.

use super::{DurationError, guess};
use crate::quote::quoted;

/// The units, the largest first, with their milliseconds.
pub(super) const UNITS: [(&str, u64); 5] = [
    ("d", 86_400_000),
    ("h", 3_600_000),
    ("m", 60_000),
    ("s", 1_000),
    ("ms", 1),
];

/// Adds up the parts, which are a count and a unit each, the larger unit first.
pub(super) fn read(text: &str) -> Result<u128, DurationError> {
    let mut total: u128 = 0;
    let mut smallest: Option<usize> = None;
    let mut at = 0;
    while at < text.len() {
        let digits = run(&text[at..], |character| character.is_ascii_digit());
        let unit_at = at + digits;
        let end = unit_at + run(&text[unit_at..], |character| !character.is_ascii_digit());
        let word = &text[unit_at..end];
        if digits == 0 {
            return Err(fault(
                text,
                at..end,
                format!("{} is not a duration", quoted(text)),
            ));
        }
        if word.is_empty() {
            return Err(fault(
                text,
                at..end,
                format!("{} has no unit", quoted(&text[at..end])),
            ));
        }
        if word.contains(char::is_whitespace) {
            let message = format!("{} has a space in it", quoted(text));
            return Err(fault(text, unit_at..end, message));
        }
        if word == "." {
            return Err(fault(
                text,
                unit_at..end,
                "a unit is counted in whole numbers".to_owned(),
            ));
        }
        let Some(rank) = UNITS.iter().position(|(unit, _)| *unit == word) else {
            return Err(fault(
                text,
                unit_at..end,
                format!("{} is not a unit", quoted(word)),
            ));
        };
        if let Some(before) = smallest.filter(|before| *before >= rank) {
            let message = if before == rank {
                format!("`{word}` is given twice")
            } else {
                format!("`{word}` cannot come after `{}`", UNITS[before].0)
            };
            return Err(fault(text, unit_at..end, message));
        }
        let Ok(count) = text[at..unit_at].parse::<u64>() else {
            return Err(DurationError::too_long(text));
        };
        // Five parts at most, each below 2^64 days: far below what a u128 of milliseconds holds.
        total += u128::from(count) * u128::from(UNITS[rank].1);
        smallest = Some(rank);
        at = end;
    }
    Ok(total)
}

/// How many bytes at the beginning of the text hold characters of this sort.
fn run(text: &str, sort: impl Fn(char) -> bool) -> usize {
    text.find(|character| !sort(character))
        .unwrap_or(text.len())
}

fn fault(text: &str, range: std::ops::Range<usize>, message: String) -> DurationError {
    let help = match guess::meant(text) {
        Some(meant) => format!("write `{meant}`"),
        None => "write `2s`".to_owned(),
    };
    DurationError::new(range, message, help)
}
