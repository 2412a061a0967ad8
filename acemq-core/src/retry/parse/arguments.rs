//! The arguments, which are told by their place: attempts, then delays.

use std::time::Duration;

use super::options::NAMES;
use super::shape::Shape;
use super::source::{Piece, Source, accepted, name, sample};
use super::{RetryError, RetryKind, RetryPolicy};
use crate::duration;
use crate::quote::quoted;
use crate::retry::fault::RetryFault;
use crate::suggest;

/// The arguments of a kind: their names, and a value for one that is missing.
fn expected(kind: RetryKind) -> &'static [(&'static str, &'static str)] {
    match kind {
        RetryKind::None => &[],
        RetryKind::Fixed => &[("attempts", "3"), ("delay", "10s")],
        RetryKind::Exponential => &[("attempts", "5"), ("initial", "2s"), ("max", "none")],
    }
}

/// The policy that the arguments make, and the pieces behind them.
pub(super) fn read<'s, 'a>(
    source: &Source<'a>,
    shape: &'s Shape<'a>,
) -> Result<(RetryPolicy, &'s [Piece<'a>]), RetryError> {
    let expected = expected(shape.kind);
    let given = shape
        .pieces
        .iter()
        .take_while(|piece| !is_option(piece))
        .count();
    let (arguments, options) = shape.pieces.split_at(given);
    if let Some(empty) = shape.pieces.iter().position(|piece| piece.text.is_empty()) {
        return Err(nothing_between(source, shape, empty));
    }
    if let Some(named) = options.first().filter(|_| given < expected.len())
        && let Some((key, value)) = named.text.split_once('=')
        && expected.iter().any(|(argument, _)| *argument == key.trim())
    {
        let message = format!("`{}` is given by its place, without its name", key.trim());
        return Err(source.error(named.range(), message, format!("write `{}`", value.trim())));
    }
    if given < expected.len() {
        return Err(too_few(source, shape, arguments, options));
    }
    if let Some(extra) = arguments.get(expected.len()) {
        return Err(too_many(source, shape, *extra));
    }
    let policy = match (shape.kind, arguments) {
        (RetryKind::Fixed, [attempts, delay]) => fixed(source, *attempts, *delay)?,
        (RetryKind::Exponential, [attempts, initial, max]) => {
            exponential(source, *attempts, *initial, *max)?
        }
        (RetryKind::None | RetryKind::Fixed | RetryKind::Exponential, _) => RetryPolicy::none(),
    };
    Ok((policy, options))
}

/// Whether this is meant as an option: it has a `=`, or begins with the name of one.
fn is_option(piece: &Piece<'_>) -> bool {
    piece.text.contains('=') || NAMES.contains(&piece.word().text)
}

fn fixed(
    source: &Source<'_>,
    attempts: Piece<'_>,
    delay: Piece<'_>,
) -> Result<RetryPolicy, RetryError> {
    let count = count(source, attempts)?;
    // Each value alone first, so that an error points at the one that is wrong.
    accepted(
        source,
        attempts.range(),
        RetryPolicy::try_fixed(count, Duration::from_secs(1)),
    )?;
    let wait = wait(source, delay)?;
    accepted(source, delay.range(), RetryPolicy::try_fixed(count, wait))
}

fn exponential(
    source: &Source<'_>,
    attempts: Piece<'_>,
    initial: Piece<'_>,
    max: Piece<'_>,
) -> Result<RetryPolicy, RetryError> {
    let policy = fixed(source, attempts, initial)?;
    let longest = match max.text {
        "none" => Duration::ZERO,
        _ => match duration_of(source, max, &["none"])? {
            Duration::ZERO => {
                let message = "a longest wait of zero leaves no wait";
                return Err(source.error(max.range(), message, "for no cap write `none`"));
            }
            longest => longest,
        },
    };
    let made = RetryPolicy::try_exponential(policy.attempts(), policy.initial_delay(), longest);
    accepted(source, max.range(), made)
}

fn count(source: &Source<'_>, piece: Piece<'_>) -> Result<u32, RetryError> {
    if !piece.text.bytes().all(|byte| byte.is_ascii_digit()) {
        let message = format!("{} is not a number of attempts", quoted(piece.text));
        return Err(source.error(piece.range(), message, "write a whole number, as `3`"));
    }
    piece
        .text
        .parse()
        .or(Err(source.refused(piece.range(), RetryFault::Attempts)))
}

fn wait(source: &Source<'_>, piece: Piece<'_>) -> Result<Duration, RetryError> {
    if piece.text == "none" {
        let message = "a ladder has a first wait";
        return Err(source.error(
            piece.range(),
            message,
            "write `2s`; for no retry at all write `none` alone",
        ));
    }
    match duration_of(source, piece, &[])? {
        Duration::ZERO => Err(source.refused(piece.range(), RetryFault::WaitTooShort)),
        wait => Ok(wait),
    }
}

/// A duration, for which one of the words may be meant instead.
pub(super) fn duration_of(
    source: &Source<'_>,
    piece: Piece<'_>,
    words: &[&str],
) -> Result<Duration, RetryError> {
    duration::parse(piece.text).map_err(|error| {
        if let Some(word) = suggest::nearest(piece.text, words) {
            let message = format!("{} is not a duration", quoted(piece.text));
            return source.error(piece.range(), message, format!("write `{word}`"));
        }
        // The whole value is marked, even if only its unit is wrong, since the way out replaces the whole.
        source.error(piece.range(), error.message(), error.help())
    })
}

fn nothing_between(source: &Source<'_>, shape: &Shape<'_>, empty: usize) -> RetryError {
    let kept: Vec<&str> = shape
        .pieces
        .iter()
        .map(|piece| piece.text)
        .filter(|text| !text.is_empty())
        .collect();
    let candidate = format!("{}({})", name(shape.kind), kept.join(", "));
    let help = format!("write `{}`", source.whole(candidate, shape.kind));
    source.error(
        shape.pieces[empty].range(),
        "nothing stands at this comma",
        help,
    )
}

fn too_few(
    source: &Source<'_>,
    shape: &Shape<'_>,
    arguments: &[Piece<'_>],
    options: &[Piece<'_>],
) -> RetryError {
    let expected = expected(shape.kind);
    let missing = &expected[arguments.len()..];
    let names: Vec<String> = missing
        .iter()
        .map(|(argument, _)| format!("`{argument}`"))
        .collect();
    let filled: Vec<&str> = arguments
        .iter()
        .map(|piece| piece.text)
        .chain(missing.iter().map(|(_, value)| *value))
        .chain(options.iter().map(|piece| piece.text))
        .collect();
    let candidate = format!("{}({})", name(shape.kind), filled.join(", "));
    let at = options.first().map_or(shape.close, |option| option.start);
    let message = format!("`{}` is missing {}", name(shape.kind), names.join(" and "));
    source.error(
        at..at,
        message,
        format!("write `{}`", source.whole(candidate, shape.kind)),
    )
}

fn too_many(source: &Source<'_>, shape: &Shape<'_>, extra: Piece<'_>) -> RetryError {
    let expected = expected(shape.kind);
    let names: Vec<String> = expected
        .iter()
        .map(|(argument, _)| format!("`{argument}`"))
        .collect();
    let message = format!(
        "`{}` takes {}, and {} is one too many",
        name(shape.kind),
        names.join(", "),
        quoted(extra.text)
    );
    let kept: Vec<&str> = shape
        .pieces
        .iter()
        .filter(|piece| piece.start != extra.start)
        .map(|piece| piece.text)
        .collect();
    let without = source.whole(
        format!("{}({})", name(shape.kind), kept.join(", ")),
        shape.kind,
    );
    let all: Vec<&str> = shape.pieces.iter().map(|piece| piece.text).collect();
    let grown = source.whole(
        format!("exponential({})", all.join(", ")),
        RetryKind::Exponential,
    );
    let help = if shape.kind == RetryKind::Fixed && grown != sample(RetryKind::Exponential) {
        format!("write `{without}`, or `{grown}`")
    } else {
        format!("write `{without}`")
    };
    source.error(extra.range(), message, help)
}
