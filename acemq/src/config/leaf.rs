//! One value: what it may be, and how it is read.

use acemq_core::{
    duration,
    exhausted::{ExhaustedError, OnExhausted},
    key_source::{KeySource, KeySourceError},
    suggest::nearest,
};

use super::{
    schema::folded,
    tree::{Kind, Node, shortened},
};

/// What one value may be.
#[derive(Clone, Copy)]
pub(super) enum Leaf {
    Text,
    /// A text that no message shows.
    Secret,
    Bool,
    /// A whole number from 1 to this.
    Count(i64),
    Integer,
    Number,
    /// A number, or `none` for 0.
    NumberOrNone,
    Duration,
    /// A duration, or `none` or a bare 0 for zero.
    DurationOrNone,
    /// A duration, `always`, `never`, or a bare 0, which is `never`.
    Threshold,
    /// One of these words in any spelling, each with the other words for it.
    Choice(&'static [(&'static str, &'static [&'static str])]),
    /// `true`, `false`, or a text with placeholders that becomes one of them.
    Switch,
    /// What becomes of used-up messages, in the attribute's grammar.
    OnExhausted,
    /// Where an idempotency key is taken from.
    KeySource,
    /// Any single value, as text.
    Plain,
    /// A key of the family that we have no use for: accepted with a harmless value, refused with the reason otherwise.
    Unused {
        harmless: &'static [&'static str],
        reason: &'static str,
    },
}

/// How a source writes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Values have types.
    Typed,
    /// Everything is text, as in the environment.
    Text,
}

/// Why a value is refused.
pub(super) struct Refusal {
    pub(super) message: String,
    pub(super) help: String,
}

impl Refusal {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

impl Leaf {
    /// The value in its own type; `None` when there is nothing to keep.
    pub(super) fn read(self, node: &Node, style: Style, example: &str) -> Result<Option<Kind>, Refusal> {
        let wrong = |what: &str| {
            let found = if matches!(self, Self::Secret) { "the value".to_owned() } else { node.describe() };
            let help = if example.is_empty() { String::new() } else { format!("write `{example}`") };
            Refusal::new(format!("{found} is not {what}"), help)
        };
        let kind = &node.kind;
        match self {
            Self::Text | Self::Secret => {
                kind.as_text().map(text_kind).map(Some).ok_or_else(|| wrong("a text"))
            }
            Self::Bool => {
                boolean(kind, style).map(Kind::Bool).map(Some).ok_or_else(|| wrong("`true` or `false`"))
            }
            Self::Count(most) => match integer(kind, style) {
                Some(count) if (1..=most).contains(&count) => Ok(Some(Kind::Integer(count))),
                Some(count) => Err(Refusal::new(
                    format!("`{count}` is not within 1 and {most}"),
                    format!("write `{example}`"),
                )),
                None => Err(wrong("a whole number")),
            },
            Self::Integer => match integer(kind, style).map(i32::try_from) {
                Some(Ok(number)) => Ok(Some(Kind::Integer(number.into()))),
                Some(Err(_)) => Err(wrong("a whole number of 32 bits")),
                None => Err(wrong("a whole number")),
            },
            Self::Number => number(kind, style).map(Kind::Float).map(Some).ok_or_else(|| wrong("a number")),
            Self::NumberOrNone => {
                if is_none(kind) {
                    return Ok(Some(Kind::Float(0.0)));
                }
                number(kind, style).map(Kind::Float).map(Some).ok_or_else(|| wrong("a number or `none`"))
            }
            Self::Duration => read_duration(node, || wrong("a duration")),
            Self::DurationOrNone => {
                if is_none(kind) || integer(kind, style) == Some(0) {
                    return Ok(Some(Kind::Duration(std::time::Duration::ZERO)));
                }
                read_duration(node, || wrong("a duration or `none`"))
            }
            Self::Threshold => threshold(node, style, || wrong("a duration, `always` or `never`")),
            Self::Choice(words) => choice(node, words).map(Some).ok_or_else(|| unknown_word(node, words)),
            Self::Switch => match kind.as_bool().or_else(|| boolean(kind, Style::Text)) {
                Some(is_on) => Ok(Some(Kind::Text(is_on.to_string()))),
                None if kind.as_text().is_some_and(|text| text.contains("${")) => Ok(Some(kind.clone())),
                None => Err(wrong("`true` or `false`")),
            },
            Self::OnExhausted => {
                let text = kind.as_text().ok_or_else(|| wrong("a text"))?;
                text.parse::<OnExhausted>()
                    .map(|_| Some(text_kind(text)))
                    .map_err(|error: ExhaustedError| Refusal::new(error.message(), error.help()))
            }
            Self::KeySource => {
                let text = kind.as_text().ok_or_else(|| wrong("a text"))?;
                text.parse::<KeySource>()
                    .map(|_| Some(text_kind(text)))
                    .map_err(|error: KeySourceError| Refusal::new(error.message(), error.help()))
            }
            Self::Plain => match node.as_plain_text() {
                Some(text) => Ok(Some(Kind::Text(text))),
                None => Err(wrong("a single value")),
            },
            Self::Unused { harmless, reason } => {
                let text = node.as_plain_text().unwrap_or_default();
                if harmless.iter().any(|word| text.trim().eq_ignore_ascii_case(word)) {
                    return Ok(None);
                }
                Err(match harmless {
                    [] => Refusal::new(reason, "leave it out"),
                    [word, ..] => Refusal::new(reason, format!("write `{word}` or leave it out")),
                })
            }
        }
    }
}

fn text_kind(text: &str) -> Kind {
    Kind::Text(text.to_owned())
}

/// The text of a source in which everything is one.
fn untyped(kind: &Kind, style: Style) -> Option<&str> {
    kind.as_text().map(str::trim).filter(|_| style == Style::Text)
}

fn boolean(kind: &Kind, style: Style) -> Option<bool> {
    kind.as_bool().or_else(|| match untyped(kind, style)? {
        text if text.eq_ignore_ascii_case("true") => Some(true),
        text if text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    })
}

fn integer(kind: &Kind, style: Style) -> Option<i64> {
    kind.as_integer().or_else(|| untyped(kind, style)?.parse().ok())
}

fn number(kind: &Kind, style: Style) -> Option<f64> {
    #[allow(
        clippy::cast_precision_loss,
        reason = "beyond 2^52 a multiplier is refused whatever its last digits"
    )]
    let whole = kind.as_integer().map(|whole| whole as f64);
    kind.as_float().or(whole).or_else(|| untyped(kind, style)?.parse().ok())
}

fn is_none(kind: &Kind) -> bool {
    kind.as_text().is_some_and(|text| text.trim().eq_ignore_ascii_case("none"))
}

fn read_duration(node: &Node, wrong: impl FnOnce() -> Refusal) -> Result<Option<Kind>, Refusal> {
    let text = match &node.kind {
        Kind::Duration(duration) => return Ok(Some(Kind::Duration(*duration))),
        Kind::Text(_) | Kind::Integer(_) | Kind::Float(_) => node.as_plain_text().unwrap_or_default(),
        Kind::Null | Kind::Bool(_) | Kind::List(_) | Kind::Table(_) => return Err(wrong()),
    };
    duration::parse(&text).map(Kind::Duration).map(Some).map_err(|error| {
        Refusal::new(error.message(), format!("{}; the forms are {}", error.help(), duration::FORMS))
    })
}

fn threshold(node: &Node, style: Style, wrong: impl FnOnce() -> Refusal) -> Result<Option<Kind>, Refusal> {
    if integer(&node.kind, style) == Some(0) {
        return Ok(Some(text_kind("never")));
    }
    let word = node.kind.as_text().map(|text| text.trim().to_ascii_lowercase());
    if let Some(word) = word.filter(|word| matches!(word.as_str(), "always" | "never")) {
        return Ok(Some(Kind::Text(word)));
    }
    match read_duration(node, wrong)? {
        Some(Kind::Duration(length)) if length.is_zero() => Ok(Some(text_kind("never"))),
        read => Ok(read),
    }
}

fn choice(node: &Node, words: &[(&'static str, &'static [&'static str])]) -> Option<Kind> {
    let letters = folded(node.kind.as_text()?.trim());
    words
        .iter()
        .find(|(word, others)| folded(word) == letters || others.iter().any(|other| folded(other) == letters))
        .map(|(word, _)| text_kind(word))
}

fn unknown_word(node: &Node, words: &[(&'static str, &'static [&'static str])]) -> Refusal {
    let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let near = node.kind.as_text().and_then(|text| nearest(&shortened(text), &known));
    let help = match near {
        Some(word) => format!("write `{word}`"),
        None => format!("write one of `{}`", known.join("`, `")),
    };
    Refusal::new(format!("{} is not one of `{}`", node.describe(), known.join("`, `")), help)
}
