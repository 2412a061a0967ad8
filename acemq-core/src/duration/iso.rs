//! ISO 8601 durations: `PT2S`, `PT1M30S`, `P7D`.

use std::ops::Range;

use super::DurationError;
use crate::quote::quoted;

/// The designators in their order, with whether they stand behind the `T`, and their milliseconds.
const DESIGNATORS: [(char, bool, u64); 4] = [
    ('D', false, 86_400_000),
    ('H', true, 3_600_000),
    ('M', true, 60_000),
    ('S', true, 1_000),
];

/// The longest text for which a repaired one is offered.
const LONGEST_REPAIRED: usize = 64;

/// Reads `P[nD][T[nH][nM][n[.n]S]]` in either case; years and months are refused, since they have no fixed length.
pub(super) fn read(text: &str) -> Result<u128, DurationError> {
    let mut total: u128 = 0;
    let mut in_time = false;
    let mut next = 0;
    // The byte after the `P` or the `T`: nothing may end there.
    let mut at = 1;
    let mut open = true;
    while at < text.len() {
        if !in_time && text[at..].starts_with(['T', 't']) {
            in_time = true;
            open = true;
            at += 1;
            continue;
        }
        let (number, designator, end) = part(text, at)?;
        let letter = designator.to_ascii_uppercase();
        let Some(rank) = DESIGNATORS
            .iter()
            .position(|(known, time, _)| *known == letter && *time == in_time)
        else {
            return Err(unknown(text, at..end, number, letter, in_time));
        };
        if rank < next {
            let message = format!("`{letter}` is out of its place: the order is D, T, H, M, S");
            return Err(DurationError::new(at..end, message, "write `P1DT2H30M5S`"));
        }
        total += amount(text, number, rank, at)?;
        next = rank + 1;
        open = false;
        at = end;
    }
    if open {
        let message = format!("{} ends too early", quoted(text));
        return Err(DurationError::new(
            0..text.len(),
            message,
            "write `PT2S` or `P7D`",
        ));
    }
    Ok(total)
}

/// The number that begins at this byte, its designator, and where the next part begins.
fn part(text: &str, at: usize) -> Result<(&str, char, usize), DurationError> {
    let rest = &text[at..];
    let digits = rest
        .find(|character: char| !character.is_ascii_digit() && character != '.')
        .unwrap_or(rest.len());
    let Some(designator) = rest[digits..].chars().next() else {
        let message = format!("{} has no unit", quoted(&rest[..digits]));
        return Err(DurationError::new(
            at..at + digits,
            message,
            "write `PT2S` or `P7D`",
        ));
    };
    let end = at + digits + designator.len_utf8();
    if digits == 0 {
        let message = format!("{} has no number before it", quoted(&text[at..end]));
        return Err(DurationError::new(
            at..end,
            message,
            "write `PT2S` or `P7D`",
        ));
    }
    Ok((&rest[..digits], designator, end))
}

/// The milliseconds of a number of units; only seconds may have a fraction, which is cut to milliseconds.
fn amount(text: &str, number: &str, rank: usize, at: usize) -> Result<u128, DurationError> {
    let (letter, _, unit) = DESIGNATORS[rank];
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let well_formed = !whole.is_empty() && !fraction.is_empty() && !fraction.contains('.');
    if !well_formed || (number.contains('.') && letter != 'S') {
        let message = format!("{} is not a number of `{letter}`", quoted(number));
        return Err(DurationError::new(
            at..at + number.len(),
            message,
            "write `PT1M30.5S`",
        ));
    }
    let Ok(whole) = whole.parse::<u64>() else {
        return Err(DurationError::too_long(text));
    };
    let digits = fraction.bytes().map(|byte| u128::from(byte - b'0'));
    let millis = digits
        .chain([0, 0])
        .take(3)
        .fold(0, |millis, digit| millis * 10 + digit);
    Ok(u128::from(whole) * u128::from(unit) + millis)
}

fn unknown(
    text: &str,
    range: Range<usize>,
    number: &str,
    letter: char,
    in_time: bool,
) -> DurationError {
    let shown = letter.escape_debug();
    let with = |part: String| {
        let candidate = format!("{}{part}{}", &text[..range.start], &text[range.end..]);
        // A candidate is read in turn, so a long text is not worth one: it would go on part by part.
        let readable = text.len() <= LONGEST_REPAIRED && super::millis(&candidate).is_ok();
        format!("write `{}`", if readable { &candidate } else { "PT2S" })
    };
    let (message, help) = match (letter, in_time) {
        ('Y' | 'M', false) => (
            format!("`{shown}` stands for a time of no fixed length"),
            "write days, as `P30D`, or minutes, as `PT30M`".to_owned(),
        ),
        ('W', false) => {
            let days = number
                .parse::<u32>()
                .map_or(7, |weeks| u64::from(weeks) * 7);
            ("weeks are not read".to_owned(), with(format!("{days}D")))
        }
        ('H' | 'S', false) => (
            format!("`{shown}` stands behind a `T`"),
            with(format!("T{number}{letter}")),
        ),
        ('D', true) => (
            "`D` stands before the `T`".to_owned(),
            "write `P1DT2H30M5S`".to_owned(),
        ),
        _ => (
            format!("`{shown}` is not a unit"),
            "write `PT2S` or `P7D`".to_owned(),
        ),
    };
    DurationError::new(range, message, help)
}
