//! The table of words that may stand in `#[ace(…)]`.

/// One word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Fatal,
    Retryable,
    Park,
    RetryAfter,
    Transparent,
    /// No mark: where the expansion finds `acemq`.
    Crate,
}

impl Word {
    /// One way to write it, for help lines: it can be typed in as it stands.
    pub(super) const fn example(self) -> &'static str {
        match self {
            Self::Fatal => "#[ace(fatal)]",
            Self::Retryable => "#[ace(retryable)]",
            Self::Park => "#[ace(park)]",
            Self::RetryAfter => r#"#[ace(retry_after = "30s")]"#,
            Self::Transparent => "#[ace(transparent)]",
            Self::Crate => "#[ace(crate = ::acemq)]",
        }
    }
}

/// The marks, in the order of the reference.
pub(super) const MARKS: &[(&str, Word)] = &[
    ("fatal", Word::Fatal),
    ("park", Word::Park),
    ("retryable", Word::Retryable),
    ("retry_after", Word::RetryAfter),
    ("transparent", Word::Transparent),
];

/// The word, when it is one.
pub(super) fn find(written: &str) -> Option<Word> {
    if written == "crate" {
        return Some(Word::Crate);
    }
    MARKS.iter().find(|(name, _)| *name == written).map(|(_, word)| *word)
}

/// All marks, for a help line.
pub(super) fn list() -> String {
    MARKS.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_on_the_re_export_has_a_row_for_each_mark_in_this_order() {
        let face = include_str!("../../../acemq/src/lib.rs");
        let mut rows: Vec<_> = face
            .lines()
            .filter(|line| line.starts_with("/// | "))
            .filter_map(|line| line.split_once("| `#[ace(")?.1.split_once([')', ' ']))
            .map(|(mark, _)| mark)
            .collect();
        rows.dedup();
        assert_eq!(rows, MARKS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    }

    #[test]
    fn every_example_can_be_typed_in_as_it_stands() {
        for (name, word) in MARKS {
            let item = format!("enum E {{ {} V(X) }}", word.example());
            let out = crate::ace_error::expand(item.parse().expect("tokens")).to_string();
            assert!(!out.contains("compile_error"), "{name}: {out}");
        }
    }
}
