//! The options, which are told by their names.

use std::time::Duration;

use super::arguments::duration_of;
use super::key::Key;
use super::source::{Piece, Source, accepted, name};
use super::{RetryError, RetryKind, RetryPolicy};
use crate::quote::quoted;
use crate::retry::options::BrokerWait;
use crate::suggest;

/// Gives the options to the policy, in the order of the text.
pub(super) fn read(
    source: &Source<'_>,
    mut policy: RetryPolicy,
    pieces: &[Piece<'_>],
) -> Result<RetryPolicy, RetryError> {
    let mut seen = Vec::new();
    for piece in pieces {
        let (key, value) = split(source, policy.kind(), *piece)?;
        if seen.contains(&key) {
            let message = format!("`{}` is given twice", key.name());
            let help = without(source, policy.kind(), *piece);
            return Err(source.error(piece.range(), message, help));
        }
        seen.push(key);
        policy = match key {
            Key::Multiplier => multiplier(source, policy, *piece, value)?,
            Key::Jitter => jitter(source, policy, value)?,
            Key::GiveUpAfter => give_up_after(source, policy, value)?,
            Key::WaitInBrokerFrom => wait_in_broker_from(source, policy, value)?,
        };
    }
    Ok(policy)
}

/// Which option this is, and its value.
fn split<'a>(
    source: &Source<'a>,
    kind: RetryKind,
    piece: Piece<'a>,
) -> Result<(Key, Piece<'a>), RetryError> {
    let Some(equals) = piece.text.find('=') else {
        return Err(no_equals(source, kind, piece));
    };
    let name = Piece::trimmed(source.text, piece.start..piece.start + equals);
    let value = Piece::trimmed(source.text, piece.start + equals + 1..piece.end());
    let Some(key) = Key::named(name.text) else {
        return Err(unknown(source, kind, piece, name));
    };
    if value.text.is_empty() {
        let message = format!("`{}` has no value", key.name());
        return Err(source.error(piece.range(), message, written(key)));
    }
    Ok((key, value))
}

/// The way out that writes the option as it is meant to be.
fn written(key: Key) -> String {
    format!("write `{} = {}`", key.name(), key.example())
}

fn no_equals(source: &Source<'_>, kind: RetryKind, piece: Piece<'_>) -> RetryError {
    if let Some(key) = Key::named(piece.word().text) {
        let message = format!("`{}` is missing its `=`", key.name());
        return source.error(piece.range(), message, written(key));
    }
    let message = format!(
        "{} stands among the options, which have names",
        quoted(piece.text)
    );
    source.error(piece.range(), message, without(source, kind, piece))
}

fn unknown(source: &Source<'_>, kind: RetryKind, piece: Piece<'_>, name: Piece<'_>) -> RetryError {
    let known = Key::names_for(kind);
    let message = if name.text.is_empty() {
        "the name of the option is missing".to_owned()
    } else {
        format!("{} is not an option", quoted(name.text))
    };
    let way_out = match suggest::nearest(name.text, &known) {
        Some(near) => format!("write `{near}`"),
        None => without(source, kind, piece),
    };
    let help = format!("{way_out}; the options are `{}`", known.join("`, `"));
    source.error(name.range(), message, help)
}

/// The way out that leaves the piece and the comma before it away.
fn without(source: &Source<'_>, kind: RetryKind, piece: Piece<'_>) -> String {
    let comma = source.text[..piece.start].rfind(',').unwrap_or(piece.start);
    format!(
        "write `{}`",
        source.whole(source.replaced(comma..piece.end(), ""), kind)
    )
}

fn multiplier(
    source: &Source<'_>,
    policy: RetryPolicy,
    piece: Piece<'_>,
    value: Piece<'_>,
) -> Result<RetryPolicy, RetryError> {
    if policy.kind() == RetryKind::Fixed {
        let message = format!(
            "`multiplier` belongs to `exponential`, the waits of `{}` do not grow",
            name(policy.kind())
        );
        return Err(source.error(
            piece.range(),
            message,
            without(source, policy.kind(), piece),
        ));
    }
    let number = number(source, value, &[], Key::Multiplier)?;
    accepted(source, value.range(), policy.try_multiplier(number))
}

fn jitter(
    source: &Source<'_>,
    policy: RetryPolicy,
    value: Piece<'_>,
) -> Result<RetryPolicy, RetryError> {
    let number = match value.text {
        "none" => 0.0,
        _ => number(source, value, &["none"], Key::Jitter)?,
    };
    accepted(source, value.range(), policy.try_jitter(number))
}

fn give_up_after(
    source: &Source<'_>,
    policy: RetryPolicy,
    value: Piece<'_>,
) -> Result<RetryPolicy, RetryError> {
    let limit = match value.text {
        "none" => Duration::ZERO,
        _ => match duration_of(source, value, &["none"])? {
            Duration::ZERO => {
                let message = "a limit of zero would give up at once";
                return Err(source.error(value.range(), message, "for no limit write `none`"));
            }
            limit => limit,
        },
    };
    accepted(source, value.range(), policy.try_give_up_after(limit))
}

fn wait_in_broker_from(
    source: &Source<'_>,
    policy: RetryPolicy,
    value: Piece<'_>,
) -> Result<RetryPolicy, RetryError> {
    let wait = match value.text {
        "always" => BrokerWait::Always,
        "never" => BrokerWait::Never,
        _ => match duration_of(source, value, &["always", "never"])? {
            Duration::ZERO => {
                let message = "zero may mean every wait or none";
                let help = "for every wait write `always`, for none write `never`";
                return Err(source.error(value.range(), message, help));
            }
            length => BrokerWait::From(length),
        },
    };
    accepted(source, value.range(), policy.try_wait_in_broker_from(wait))
}

/// A plain decimal number, for which one of the words may be meant instead.
fn number(
    source: &Source<'_>,
    value: Piece<'_>,
    words: &[&str],
    key: Key,
) -> Result<f64, RetryError> {
    let plain = value
        .text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
        && !value.text.starts_with('.')
        && !value.text.ends_with('.');
    match value.text.parse::<f64>() {
        // So many digits that the number is infinite are left to the option's own range.
        Ok(number) if plain => Ok(number),
        _ => {
            let instead = suggest::nearest(value.text, words).unwrap_or(key.example());
            let message = format!("{} is not a plain decimal number", quoted(value.text));
            Err(source.error(value.range(), message, format!("write `{instead}`")))
        }
    }
}
