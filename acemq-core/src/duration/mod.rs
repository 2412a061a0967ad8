//! Durations as people write them, in an attribute and in a configuration file.
//!
//! Three families of forms are read, because configuration files of three platforms are: unit text (`2s`, `1m30s`, `500ms`,
//! `7d`), .NET time spans (`00:00:02`, `00:00:00.100`, `7.00:00:00`) and ISO 8601 (`PT2S`, `PT1M30S`, `P7D`). A bare number
//! is refused: whether it meant seconds or milliseconds is what the reader of the file cannot know either.

mod error;
mod format;
mod guess;
mod iso;
mod timespan;
mod units;

use std::time::Duration;

pub use error::DurationError;
pub use format::format;

use crate::quote::quoted;

/// The forms that [`parse`] reads, by example, for an error or a page of documentation.
pub const FORMS: &str =
    "500ms, 2s, 1m30s, 7d, 00:00:02, 00:00:00.100, 7.00:00:00, PT2S, PT1M30S or P7D";

/// Reads a duration; space around it does not count, and what is finer than a millisecond is cut off.
///
/// Units are `d`, `h`, `m`, `s` and `ms`, each at most once and the larger first. The longest duration is `u64::MAX`
/// milliseconds, so that `as_millis` of a result always fits a `u64`.
///
/// # Errors
///
/// A bare number, a negative duration, one that is too long and anything in another form; see [`DurationError`].
///
/// # Examples
///
/// ```
/// use acemq_core::duration::parse;
/// use std::time::Duration;
///
/// assert_eq!(parse("1m30s"), Ok(Duration::from_secs(90)));
/// assert_eq!(parse("00:01:30"), Ok(Duration::from_secs(90)));
/// assert_eq!(parse("PT1M30S"), Ok(Duration::from_secs(90)));
///
/// let error = parse("90").unwrap_err();
/// assert_eq!(error.message(), "`90` has no unit");
/// assert_eq!(error.help(), "write `90s` or `90ms`");
/// ```
pub fn parse(text: &str) -> Result<Duration, DurationError> {
    let start = text.len() - text.trim_start().len();
    let millis = millis(text.trim()).map_err(|error| error.moved(start))?;
    Ok(Duration::from_millis(millis))
}

/// Picks the family of forms by what the text looks like, so that a fault is explained in the terms of that family.
fn millis(text: &str) -> Result<u64, DurationError> {
    let whole = 0..text.len();
    if text.is_empty() {
        return Err(DurationError::new(
            whole,
            "the duration is empty",
            "write `2s`",
        ));
    }
    if text.contains('-') && text.chars().any(|character| character.is_ascii_digit()) {
        return Err(negative(text));
    }
    if text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return Err(bare(text));
    }
    let total = if text.starts_with(['P', 'p']) {
        iso::read(text)?
    } else if text.contains(':') {
        timespan::read(text)?
    } else {
        units::read(text)?
    };
    u64::try_from(total).or(Err(DurationError::too_long(text)))
}

fn negative(text: &str) -> DurationError {
    let positive = text.replace('-', "");
    let help = match millis(positive.trim()) {
        Ok(_) => format!("write `{}`", positive.trim()),
        Err(_) => "write `2s`".to_owned(),
    };
    // A dash between two numbers is hardly a sign, yet the way out is the same: leave it out.
    let message = if text.starts_with('-') || text.starts_with(['P', 'p']) {
        "a duration cannot be negative".to_owned()
    } else {
        format!("{} has a dash in it", quoted(text))
    };
    DurationError::new(0..text.len(), message, help)
}

fn bare(text: &str) -> DurationError {
    let readable: Vec<String> = ["s", "ms"]
        .into_iter()
        .filter_map(|unit| guess::meant(&format!("{text}{unit}")).map(|meant| (unit, meant)))
        // `90s` is nearer to what was typed than the `1m30s` that it comes to.
        .map(|(unit, meant)| {
            if text.contains('.') {
                meant
            } else {
                format!("{text}{unit}")
            }
        })
        .collect();
    let help = match readable.as_slice() {
        [seconds, millis] => format!("write `{seconds}` or `{millis}`"),
        _ => "write `2s`".to_owned(),
    };
    DurationError::new(0..text.len(), format!("{} has no unit", quoted(text)), help)
}
