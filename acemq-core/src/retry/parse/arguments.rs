//! The arguments, which are told by their place: attempts, then delays.

use std::time::Duration;

use super::arity;
use super::shape::Shape;
use super::source::{Piece, Source, accepted};
use super::{RetryError, RetryKind, RetryPolicy};
use crate::duration;
use crate::quote::quoted;
use crate::retry::fault::RetryFault;
use crate::suggest;

/// The policy that the arguments make, and the pieces behind them.
pub(super) fn read<'s, 'a>(
    source: &Source<'a>,
    shape: &'s Shape<'a>,
) -> Result<(RetryPolicy, &'s [Piece<'a>]), RetryError> {
    arity::check_gaps(source, shape)?;
    let leading = shape
        .pieces
        .iter()
        .take_while(|piece| !arity::is_option(piece))
        .count();
    let (arguments, options) = shape.pieces.split_at(leading);
    let policy = match (shape.kind, arguments) {
        (RetryKind::Fixed, [attempts, delay]) => fixed(source, *attempts, *delay)?,
        (RetryKind::Exponential, [attempts, initial, max]) => {
            let policy = fixed(source, *attempts, *initial)?;
            exponential(source, policy, *initial, *max)?
        }
        (RetryKind::None | RetryKind::Fixed | RetryKind::Exponential, _) => {
            return Err(arity::fault(source, shape));
        }
    };
    Ok((policy, options))
}

fn fixed(
    source: &Source<'_>,
    attempts: Piece<'_>,
    delay: Piece<'_>,
) -> Result<RetryPolicy, RetryError> {
    let count = count(source, attempts)?;
    // The count alone first, so that an error points at the argument that is wrong.
    let sound = Duration::from_secs(1);
    accepted(
        source,
        attempts.range(),
        RetryPolicy::try_fixed(count, sound),
    )?;
    let wait = wait(source, delay)?;
    accepted(source, delay.range(), RetryPolicy::try_fixed(count, wait))
}

fn exponential(
    source: &Source<'_>,
    first: RetryPolicy,
    initial: Piece<'_>,
    max: Piece<'_>,
) -> Result<RetryPolicy, RetryError> {
    let longest = match max.text {
        "none" => Duration::ZERO,
        _ => match wait_of(source, max, &["none"])? {
            Duration::ZERO => {
                let message = "a longest wait of zero leaves no wait";
                return Err(source.error(max.range(), message, "for no cap write `none`"));
            }
            longest => longest,
        },
    };
    match RetryPolicy::try_exponential(first.attempts(), first.initial_delay(), longest) {
        Err(fault @ RetryFault::MaxBelowInitial) => {
            let message = format!(
                "{}: {} after {}",
                fault.message(),
                quoted(max.text),
                quoted(initial.text)
            );
            let help = format!(
                "write {} or more, or `none` for no cap",
                quoted(initial.text)
            );
            Err(source.error(max.range(), message, help))
        }
        made => accepted(source, max.range(), made),
    }
}

fn count(source: &Source<'_>, piece: Piece<'_>) -> Result<u32, RetryError> {
    if !piece.text.bytes().all(|byte| byte.is_ascii_digit()) {
        let message = format!("{} is not a number of attempts", quoted(piece.text));
        return Err(source.error(piece.range(), message, "write a whole number, as `3`"));
    }
    // All digits, so it can only be too large.
    piece
        .text
        .parse()
        .or(Err(source.refused(piece.range(), RetryFault::Attempts)))
}

fn wait(source: &Source<'_>, piece: Piece<'_>) -> Result<Duration, RetryError> {
    if piece.text == "none" {
        let message = "a ladder has a first wait";
        let help = "write `2s`; for no retry at all write `none` alone";
        return Err(source.error(piece.range(), message, help));
    }
    match wait_of(source, piece, &[])? {
        Duration::ZERO => Err(source.refused(piece.range(), RetryFault::WaitTooShort)),
        wait => Ok(wait),
    }
}

/// A duration that is to be a wait, whose limit is lower than that of durations in general.
fn wait_of(source: &Source<'_>, piece: Piece<'_>, words: &[&str]) -> Result<Duration, RetryError> {
    if duration::parse(piece.text).is_err_and(|error| error.is_too_long()) {
        return Err(source.refused(piece.range(), RetryFault::WaitTooLong));
    }
    duration_of(source, piece, words)
}

/// A duration, for which one of the words may be meant instead.
///
/// A bare zero is read, for the caller to refuse: no unit would help it.
pub(super) fn duration_of(
    source: &Source<'_>,
    piece: Piece<'_>,
    words: &[&str],
) -> Result<Duration, RetryError> {
    if piece.text.bytes().all(|byte| byte == b'0') {
        return Ok(Duration::ZERO);
    }
    duration::parse(piece.text).map_err(|error| {
        if let Some(word) = suggest::nearest(piece.text, words) {
            let message = format!("{} is not a duration", quoted(piece.text));
            return source.error(piece.range(), message, format!("write `{word}`"));
        }
        // The whole value is marked, even if only its unit is wrong, since the way out replaces the whole.
        source.error(piece.range(), error.message(), error.help())
    })
}
