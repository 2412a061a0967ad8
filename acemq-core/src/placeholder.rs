//! `${key}` and `${key:default}` in a text: how they are written. The attribute checks them when it is compiled, the
//! configuration fills them in at start-up; both read them with this parser.

/// A piece of a text with placeholders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Text as it stands.
    Text(&'a str),
    /// Something to look up.
    Placeholder {
        /// The key: letters, digits, `.`, `-` and `_`.
        key: &'a str,
        /// What holds when nothing answers to the key. It may hold placeholders itself, well formed.
        default: Option<&'a str>,
    },
}

/// Why a placeholder is none, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceholderError {
    message: String,
    help: String,
}

impl PlaceholderError {
    /// The fault: lower case, no full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to write instead.
    pub fn help(&self) -> &str {
        &self.help
    }
}

impl std::fmt::Display for PlaceholderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\nhelp: {}", self.message, self.help)
    }
}

impl std::error::Error for PlaceholderError {}

/// Takes a text apart. A `$` that no `{` follows is a dollar sign.
///
/// # Errors
///
/// The first placeholder that is not well formed.
///
/// ```
/// use acemq_core::placeholder::{Part, parts};
///
/// let parts = parts("${tenant}.orders.${region:eu-1}")?;
/// assert_eq!(parts[0], Part::Placeholder { key: "tenant", default: None });
/// assert_eq!(parts[1], Part::Text(".orders."));
/// assert_eq!(parts[2], Part::Placeholder { key: "region", default: Some("eu-1") });
/// # Ok::<(), acemq_core::placeholder::PlaceholderError>(())
/// ```
pub fn parts(text: &str) -> Result<Vec<Part<'_>>, PlaceholderError> {
    parts_within(text, DEEPEST)
}

/// How many placeholders may stand inside of each other: a text from outside must not decide how deep we call ourselves.
const DEEPEST: usize = 16;

fn parts_within(text: &str, levels: usize) -> Result<Vec<Part<'_>>, PlaceholderError> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        if !before.is_empty() {
            parts.push(Part::Text(before));
        }
        let end = closing(after).ok_or_else(|| not_closed(after))?;
        let Some(levels) = levels.checked_sub(1) else {
            return Err(PlaceholderError {
                message: format!("more than {DEEPEST} placeholders stand inside of each other"),
                help: "name fewer keys to fall back to".to_owned(),
            });
        };
        parts.push(placeholder(&after[..end], levels)?);
        rest = &after[end + 1..];
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    Ok(parts)
}

/// Whether a text holds placeholders.
///
/// # Errors
///
/// The first placeholder that is not well formed.
pub fn has_any(text: &str) -> Result<bool, PlaceholderError> {
    Ok(parts(text)?.iter().any(|part| matches!(part, Part::Placeholder { .. })))
}

/// Where the brace closes that was opened before the text; those of placeholders within it are passed over.
fn closing(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (index, letter) in text.char_indices() {
        match letter {
            '{' if text[..index].ends_with('$') => open += 1,
            '}' if open == 0 => return Some(index),
            '}' => open -= 1,
            _ => {}
        }
    }
    None
}

fn placeholder(inside: &str, levels: usize) -> Result<Part<'_>, PlaceholderError> {
    let (key, default) = match inside.split_once(':') {
        Some((key, default)) => (key, Some(default)),
        None => (inside, None),
    };
    let shown = |key: &str| match default {
        Some(default) => format!("${{{key}:{default}}}"),
        None => format!("${{{key}}}"),
    };
    if key.is_empty() {
        return Err(PlaceholderError {
            message: format!("the placeholder `{}` names no key", shown(key)),
            help: format!("name the setting to look up: `{}`", shown("orders.queue")),
        });
    }
    if let Some(odd) = key.chars().find(|character| !is_key_character(*character)) {
        let kept: String = key.chars().filter(|character| is_key_character(*character)).collect();
        let kept = if kept.is_empty() { "orders.queue" } else { &kept };
        return Err(PlaceholderError {
            message: format!("the placeholder key `{}` holds {odd:?}", key.escape_debug()),
            help: format!("a key has letters, digits, `.`, `-` and `_`: write `{}`", shown(kept)),
        });
    }
    if let Some(default) = default {
        parts_within(default, levels)?;
    }
    Ok(Part::Placeholder { key, default })
}

fn is_key_character(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '.' | '-' | '_')
}

fn not_closed(after: &str) -> PlaceholderError {
    let key = if after.trim().is_empty() { "orders.queue" } else { after.trim() };
    PlaceholderError {
        message: format!("the placeholder `${{{after}` is not closed"),
        help: format!("write `${{{key}}}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_formed_placeholders_are_found() {
        for (text, count) in [
            ("orders", 0),
            ("", 0),
            ("5$ {", 0),
            ("$", 0),
            ("${orders.queue}", 1),
            ("${orders.queue:orders.new}", 1),
            ("${tenant}.orders.${region:eu-1}", 2),
            ("${url:amqp://localhost:5672}", 1),
            ("${empty:}", 1),
            ("${a:${b:c}}", 1),
        ] {
            let parts = parts(text).expect(text);
            let found = parts.iter().filter(|part| matches!(part, Part::Placeholder { .. })).count();
            assert_eq!(found, count, "{text}");
        }
    }

    #[test]
    fn placeholders_inside_of_each_other_have_an_end() {
        let nested = |levels| format!("{}x{}", "${a:".repeat(levels), "}".repeat(levels));
        assert!(parts(&nested(DEEPEST)).is_ok());
        for levels in [DEEPEST + 1, 100_000] {
            let error = parts(&nested(levels)).expect_err("too deep");
            assert_eq!(error.message(), "more than 16 placeholders stand inside of each other");
        }
    }

    #[test]
    fn a_default_may_hold_placeholders() {
        let inner = Part::Placeholder { key: "b", default: Some("c") };
        assert_eq!(parts("${a:${b:c}}"), Ok(vec![Part::Placeholder { key: "a", default: Some("${b:c}") }]));
        assert_eq!(parts("${b:c}"), Ok(vec![inner]));
    }

    #[test]
    fn malformed_ones_are_refused_with_one_that_would_do() {
        for (text, message, help) in [
            ("${orders", "the placeholder `${orders` is not closed", "write `${orders}`"),
            ("a.${}", "the placeholder `${}` names no key", "name the setting to look up: `${orders.queue}`"),
            (
                "${:x}",
                "the placeholder `${:x}` names no key",
                "name the setting to look up: `${orders.queue:x}`",
            ),
            (
                "${my key}",
                "the placeholder key `my key` holds ' '",
                "a key has letters, digits, `.`, `-` and `_`: write `${mykey}`",
            ),
            (
                "${a:${}}",
                "the placeholder `${}` names no key",
                "name the setting to look up: `${orders.queue}`",
            ),
            ("${a:${b}", "the placeholder `${a:${b}` is not closed", "write `${a:${b}}`"),
            ("${", "the placeholder `${` is not closed", "write `${orders.queue}`"),
        ] {
            let expected = PlaceholderError { message: message.into(), help: help.into() };
            assert_eq!(parts(text), Err(expected), "{text}");
        }
    }
}
