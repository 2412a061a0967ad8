//! The outer shape: a kind, and what stands in its parentheses.

use super::source::{Piece, Source, name, sample};
use super::{RetryError, RetryKind};
use crate::quote::quoted;
use crate::suggest;

const KINDS: [RetryKind; 3] = [RetryKind::None, RetryKind::Fixed, RetryKind::Exponential];

/// The ways out of a text that resembles no policy.
const FORMS: &str = "write `none`, `fixed(3, 10s)` or `exponential(5, 2s, 30s)`";

/// Words that people write for "no retry" in other tools.
const OFF: [&str; 6] = ["off", "false", "never", "no", "disabled", "null"];

/// What the text is made of, before anything is known about the parts.
pub(super) struct Shape<'a> {
    pub(super) kind: RetryKind,
    /// What stands between the commas; empty when nothing stands in the parentheses.
    pub(super) pieces: Vec<Piece<'a>>,
    /// Where the parenthesis closes.
    pub(super) close: usize,
}

pub(super) fn read<'a>(source: &Source<'a>) -> Result<Shape<'a>, RetryError> {
    let all = Piece::trimmed(source.text, 0..source.text.len());
    if all.text.is_empty() {
        return Err(source.error(0..source.text.len(), "the retry policy is empty", FORMS));
    }
    let word = all.word();
    let Some(kind) = KINDS.into_iter().find(|kind| name(*kind) == word.text) else {
        return Err(unknown(source, all, word));
    };
    let rest = Piece::trimmed(source.text, word.end()..all.end());
    if kind == RetryKind::None {
        return bare_none(source, rest);
    }
    if !rest.text.starts_with('(') {
        let message = format!("`{}` is missing its `(`", name(kind));
        let candidate = format!("{}({})", name(kind), rest.text.trim_end_matches(')'));
        let help = format!("write `{}`", source.whole(candidate, kind));
        return Err(source.error(rest.start..rest.start, message, help));
    }
    let Some(length) = closing(rest.text) else {
        let help = format!("write `{}`", source.whole(format!("{})", all.text), kind));
        return Err(source.error(all.end()..all.end(), "the `)` is missing", help));
    };
    let close = rest.start + length;
    let trailing = Piece::trimmed(source.text, close + 1..all.end());
    if trailing.text.starts_with(',') && trailing.text.contains('=') {
        // What stands there is right and in the wrong place.
        let inside =
            format!("{}{})", &source.text[all.start..close], trailing.text.trim_end_matches([',', ' ']));
        let help = format!("write `{}`", source.whole(inside, kind));
        return Err(source.error(trailing.range(), "options stand inside the parentheses", help));
    }
    if !trailing.text.is_empty() {
        let message = format!("{} stands behind the policy", quoted(trailing.text));
        let help = format!("write `{}`", source.whole(source.text[all.start..=close].to_owned(), kind));
        return Err(source.error(trailing.range(), message, help));
    }
    let pieces = pieces(source.text, rest.start + 1, close);
    Ok(Shape { kind, pieces, close })
}

fn unknown(source: &Source<'_>, all: Piece<'_>, word: Piece<'_>) -> RetryError {
    if word.text.is_empty() {
        let first = all.text.chars().next().map_or(0, char::len_utf8);
        let message = "a retry policy begins with `none`, `fixed` or `exponential`";
        return source.error(all.start..all.start + first, message, FORMS);
    }
    let message = format!("{} is not a retry policy", quoted(word.text));
    if OFF.iter().any(|off| off.eq_ignore_ascii_case(word.text)) {
        return source.error(word.range(), message, "for no retry write `none`");
    }
    match suggest::nearest(word.text, &KINDS.map(name)) {
        Some(near) => source.error(word.range(), message, format!("write `{near}`")),
        None => source.error(word.range(), message, FORMS),
    }
}

fn bare_none<'a>(source: &Source<'a>, rest: Piece<'a>) -> Result<Shape<'a>, RetryError> {
    if rest.text.is_empty() {
        return Ok(Shape { kind: RetryKind::None, pieces: Vec::new(), close: rest.start });
    }
    let message = if rest.text.starts_with('(') {
        "`none` takes no arguments and no options".to_owned()
    } else {
        format!("{} stands behind the policy", quoted(rest.text))
    };
    Err(source.error(rest.range(), message, format!("write `{}`", sample(RetryKind::None))))
}

/// The byte of the parenthesis that closes the first one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn pieces(text: &str, open: usize, close: usize) -> Vec<Piece<'_>> {
    if text[open..close].trim().is_empty() {
        return Vec::new();
    }
    let mut start = open;
    let mut pieces = Vec::new();
    for part in text[open..close].split(',') {
        pieces.push(Piece::trimmed(text, start..start + part.len()));
        start += part.len() + 1;
    }
    pieces
}
