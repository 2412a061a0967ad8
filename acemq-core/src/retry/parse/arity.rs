//! What is said when the arguments are too few, too many or out of their place.

use super::key::Key;
use super::shape::Shape;
use super::source::{Piece, Source, name, sample};
use super::{RetryError, RetryKind};
use crate::quote::quoted;

/// The arguments of a kind: their names, and a value for one that is missing.
fn expected(kind: RetryKind) -> &'static [(&'static str, &'static str)] {
    match kind {
        RetryKind::None => &[],
        RetryKind::Fixed => &[("attempts", "3"), ("delay", "10s")],
        RetryKind::Exponential => &[("attempts", "5"), ("initial", "2s"), ("max", "none")],
    }
}

/// Whether this is meant as an option: it has a `=`, or begins with the name of one.
pub(super) fn is_option(piece: &Piece<'_>) -> bool {
    piece.text.contains('=') || Key::named(piece.word().text).is_some()
}

/// Refuses a comma with nothing before or behind it.
pub(super) fn check_gaps(source: &Source<'_>, shape: &Shape<'_>) -> Result<(), RetryError> {
    let Some(gap) = shape.pieces.iter().find(|piece| piece.text.is_empty()) else {
        return Ok(());
    };
    let kept = shape.pieces.iter().filter(|piece| !piece.text.is_empty());
    let help = write(source, shape.kind, kept.map(|piece| piece.text));
    Err(source.error(gap.range(), "nothing stands at this comma", help))
}

/// The fault of a text whose leading arguments do not have the number that its kind takes.
pub(super) fn fault(source: &Source<'_>, shape: &Shape<'_>) -> RetryError {
    let expected = expected(shape.kind);
    let leading = shape
        .pieces
        .iter()
        .take_while(|piece| !is_option(piece))
        .count();
    let (arguments, rest) = shape.pieces.split_at(leading);
    if let Some(extra) = arguments.get(expected.len()) {
        return too_many(source, shape, *extra);
    }
    let Some(first) = rest.first() else {
        return too_few(source, shape, shape.close);
    };
    if let Some((key, value)) = named(expected, *first) {
        let message = format!("`{key}` is given by its place, without its name");
        return source.error(first.range(), message, format!("write `{value}`"));
    }
    let found = shape
        .pieces
        .iter()
        .filter(|piece| !is_option(piece))
        .count();
    if found < expected.len() {
        return too_few(source, shape, first.start);
    }
    let help = write(source, shape.kind, ordered(shape, &[]));
    source.error(first.range(), "an option stands before the arguments", help)
}

/// An argument that was given by its name, as an option is.
fn named<'a>(expected: &[(&str, &str)], piece: Piece<'a>) -> Option<(&'a str, &'a str)> {
    let (key, value) = piece.text.split_once('=')?;
    let known = expected.iter().any(|(argument, _)| *argument == key.trim());
    known.then_some((key.trim(), value.trim()))
}

/// The arguments, those that are missing, then the options.
fn ordered<'a>(shape: &Shape<'a>, missing: &[(&'a str, &'a str)]) -> Vec<&'a str> {
    let texts = |options: bool| {
        let pieces = shape.pieces.iter();
        pieces
            .filter(move |piece| is_option(piece) == options)
            .map(|piece| piece.text)
    };
    let filled = missing.iter().map(|(_, value)| *value);
    texts(false).chain(filled).chain(texts(true)).collect()
}

fn too_few(source: &Source<'_>, shape: &Shape<'_>, at: usize) -> RetryError {
    let found = shape
        .pieces
        .iter()
        .filter(|piece| !is_option(piece))
        .count();
    let missing = &expected(shape.kind)[found..];
    let message = format!(
        "`{}` is missing {}",
        name(shape.kind),
        listed(missing, " and ")
    );
    source.error(
        at..at,
        message,
        write(source, shape.kind, ordered(shape, missing)),
    )
}

fn too_many(source: &Source<'_>, shape: &Shape<'_>, extra: Piece<'_>) -> RetryError {
    let message = format!(
        "`{}` takes {}, and {} is one too many",
        name(shape.kind),
        listed(expected(shape.kind), ", "),
        quoted(extra.text)
    );
    let kept = shape
        .pieces
        .iter()
        .filter(|piece| piece.start != extra.start);
    let help = write(source, shape.kind, kept.map(|piece| piece.text));
    let all: Vec<&str> = shape.pieces.iter().map(|piece| piece.text).collect();
    let grown = source.whole(
        format!("exponential({})", all.join(", ")),
        RetryKind::Exponential,
    );
    // Three arguments are what `exponential` takes, if they make sense there.
    if shape.kind == RetryKind::Fixed && grown != sample(RetryKind::Exponential) {
        return source.error(extra.range(), message, format!("{help}, or `{grown}`"));
    }
    source.error(extra.range(), message, help)
}

fn listed(arguments: &[(&str, &str)], between: &str) -> String {
    let names: Vec<String> = arguments
        .iter()
        .map(|(argument, _)| format!("`{argument}`"))
        .collect();
    names.join(between)
}

/// The way out that writes the kind with these parts.
fn write<'a>(
    source: &Source<'_>,
    kind: RetryKind,
    parts: impl IntoIterator<Item = &'a str>,
) -> String {
    let parts: Vec<&str> = parts.into_iter().collect();
    let candidate = format!("{}({})", name(kind), parts.join(", "));
    format!("write `{}`", source.whole(candidate, kind))
}
