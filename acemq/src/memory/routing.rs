//! How topic patterns and header bindings match, as RabbitMQ reads them. Pure.

use std::str::Split;

use super::arguments::type_name;
use crate::message::{Table, Value};

/// Whether a topic pattern matches a routing key: words between dots, `*` one word, `#` any number of them.
///
/// The empty text has no words at all, so that `*` does not match it and `#` does.
pub(super) fn topic_matches(pattern: &str, key: &str) -> bool {
    let mut pattern = Words::of(pattern);
    let mut key = Words::of(key);
    // Where to go on when a word does not fit: after the last `#`, which then swallows one more word.
    let mut retry: Option<(Words<'_>, Words<'_>)> = None;
    loop {
        let at_key = key.clone();
        let fits = match (pattern.next(), key.next()) {
            (Some("#"), _) => {
                key = at_key.clone();
                retry = Some((pattern.clone(), at_key));
                continue;
            }
            (Some("*"), Some(_)) => true,
            (Some(expected), Some(word)) => expected == word,
            (None, None) => return true,
            (None, Some(_)) | (Some(_), None) => false,
        };
        if !fits {
            let Some((after_hash, mut from)) = retry.take() else { return false };
            if from.next().is_none() {
                return false;
            }
            pattern = after_hash.clone();
            key = from.clone();
            retry = Some((after_hash, from));
        }
    }
}

/// The words of a key. An empty key has none; a lone dot has two empty ones.
#[derive(Clone)]
struct Words<'a>(Option<Split<'a, char>>);

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        Self((!text.is_empty()).then(|| text.split('.')))
    }

    fn next(&mut self) -> Option<&'a str> {
        self.0.as_mut()?.next()
    }
}

/// What `x-match` asks of a headers binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Match {
    /// All arguments, those that start with `x-` aside.
    All,
    /// One of the arguments, those that start with `x-` aside.
    Any,
    /// All arguments but `x-match` itself.
    AllWithX,
    /// One of the arguments but `x-match` itself.
    AnyWithX,
}

impl Match {
    /// Reads `x-match`; left out it is `all`. `Err` in the broker's words when it is none of the four.
    pub(super) fn of(arguments: &Table) -> Result<Self, String> {
        let Some(value) = arguments.get("x-match") else { return Ok(Self::All) };
        match value.as_text() {
            Some("all") => Ok(Self::All),
            Some("any") => Ok(Self::Any),
            Some("all-with-x") => Ok(Self::AllWithX),
            Some("any-with-x") => Ok(Self::AnyWithX),
            Some(other) => Err(format!(
                "Invalid x-match field value <<\"{other}\">>; expected all, any, all-with-x, or any-with-x"
            )),
            None => Err(format!("Invalid x-match field type {}; expected longstr", type_name(value))),
        }
    }

    /// Whether a message with these headers goes to a binding with these arguments.
    ///
    /// An argument without a value asks for the header's presence; every other one for the same type and value.
    pub(super) fn matches(self, arguments: &Table, headers: &Table) -> bool {
        let is_looked_at = |name: &str| match self {
            Self::All | Self::Any => !name.starts_with("x-"),
            Self::AllWithX | Self::AnyWithX => name != "x-match",
        };
        let mut fits = arguments.iter().filter(|(name, _)| is_looked_at(name)).map(|(name, expected)| {
            headers.get(name).is_some_and(|value| *expected == Value::Void || value == expected)
        });
        match self {
            Self::All | Self::AllWithX => fits.all(|fits| fits),
            Self::Any | Self::AnyWithX => fits.any(|fits| fits),
        }
    }
}

/// The routing keys that a header (`CC` or `BCC`) adds, `Err` with the type's name when it is not a list.
pub(super) fn further_keys(headers: &Table, name: &str) -> Result<Vec<Box<str>>, &'static str> {
    match headers.get(name) {
        None => Ok(Vec::new()),
        Some(Value::List(keys)) => Ok(keys.iter().filter_map(Value::as_text).map(Into::into).collect()),
        Some(other) => Err(type_name(other)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn topic_patterns_match_by_word() {
        for (pattern, key, expected) in [
            ("", "", true),
            ("", "a", false),
            ("#", "", true),
            ("#", "a.b.c", true),
            ("*", "", false),
            ("*", "a", true),
            ("*", "a.b", false),
            ("a.*", "a", false),
            ("a.*", "a.", true),
            ("a.#", "a", true),
            ("a.#", "a.b.c", true),
            ("#.c", "a.b.c", true),
            ("#.b", "a.b.c", false),
            ("a.#.c", "a.c", true),
            ("a.#.c", "a.b.c.b.c", true),
            ("#.a.#", "b.a.b", true),
            ("#.*.#", "", false),
            ("#.*", "a", true),
            ("*.#.*", "a", false),
            ("orders.*.paid", "orders.eu.paid", true),
            ("orders.*.paid", "orders.eu.north.paid", false),
            ("orders.paid", "orders.paid.", false),
            (".", ".", true),
            ("*.*", ".", true),
            ("a*", "ab", false),
        ] {
            assert_eq!(topic_matches(pattern, key), expected, "{pattern:?} against {key:?}");
        }
    }

    fn naive(pattern: &[&str], key: &[&str]) -> bool {
        match (pattern.split_first(), key.split_first()) {
            (None, None) => true,
            (Some((&"#", rest)), _) => {
                naive(rest, key) || key.split_first().is_some_and(|(_, tail)| naive(pattern, tail))
            }
            (Some((word, rest)), Some((head, tail))) => (*word == "*" || word == head) && naive(rest, tail),
            (None, Some(_)) | (Some(_), None) => false,
        }
    }

    proptest! {
        #[test]
        fn topic_patterns_match_as_a_naive_reader_would(
            pattern in prop::collection::vec(prop::sample::select(vec!["a", "b", "*", "#", ""]), 0..7),
            key in prop::collection::vec(prop::sample::select(vec!["a", "b", ""]), 0..7),
        ) {
            // One empty word alone cannot be written: its text is that of no words.
            prop_assume!(pattern != [""] && key != [""]);
            prop_assert_eq!(topic_matches(&pattern.join("."), &key.join(".")), naive(&pattern, &key));
        }
    }

    fn table(rows: &[(&str, Value)]) -> Table {
        rows.iter().map(|(name, value)| ((*name).into(), value.clone())).collect()
    }

    #[test]
    fn headers_bindings_match_by_their_x_match() {
        let headers = table(&[("a", Value::I32(1)), ("b", Value::from("2")), ("x-c", Value::from("3"))]);
        let a = ("a", Value::I32(1));
        let wrong = ("b", Value::from("other"));
        let hidden = ("x-c", Value::from("other"));
        for (x_match, rows, expected) in [
            ("all", vec![a.clone()], true),
            ("all", vec![a.clone(), wrong.clone()], false),
            ("all", vec![a.clone(), hidden.clone()], true),
            ("all", vec![], true),
            ("any", vec![a.clone(), wrong.clone()], true),
            ("any", vec![wrong.clone()], false),
            ("any", vec![], false),
            ("all-with-x", vec![a.clone(), hidden.clone()], false),
            ("any-with-x", vec![hidden.clone()], false),
            ("any-with-x", vec![("x-c", Value::from("3"))], true),
            ("all", vec![("a", Value::I64(1))], false),
            ("all", vec![("b", Value::Void)], true),
            ("all", vec![("d", Value::Void)], false),
        ] {
            let mut arguments = table(&rows);
            arguments.insert("x-match".into(), Value::from(x_match));
            let how = Match::of(&arguments).expect("one of the four");
            assert_eq!(how.matches(&arguments, &headers), expected, "{arguments:?}");
        }
        assert_eq!(Match::of(&table(&[])), Ok(Match::All));
        for wrong in [Value::from("some"), Value::I32(1)] {
            assert!(Match::of(&table(&[("x-match", wrong)])).is_err());
        }
    }
}
