//! The name of a store's table.

use crate::idempotency::StoreError;

/// A table name that is safe to write into a statement, because it matches `[A-Za-z_][A-Za-z0-9_]{0,62}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableName(Box<str>);

impl TableName {
    /// Checks a name.
    pub(super) fn new(name: &str) -> Result<Self, StoreError> {
        let mut characters = name.chars();
        let begins = characters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
        let goes_on = characters.all(|other| other.is_ascii_alphanumeric() || other == '_');
        if begins && goes_on && name.len() <= 63 {
            Ok(Self(name.into()))
        } else {
            Err(StoreError::new(format_args!(
                "`{}` cannot be the name of a table: write 1 to 63 of the letters a to z, digits and `_`, \
                 beginning with no digit, such as `acemq_idempotency`",
                name.escape_debug()
            )))
        }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for TableName {
    /// As the other libraries of the family call it.
    fn default() -> Self {
        Self("acemq_idempotency".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_contract_are_taken_and_all_others_refused() {
        let longest = "t".repeat(63);
        for name in ["acemq_idempotency", "_", "T1", "select", &longest] {
            assert_eq!(TableName::new(name).map(|name| name.as_str().to_owned()), Ok(name.to_owned()));
        }
        let too_long = "t".repeat(64);
        for name in ["", "1t", "a b", "a.b", "a;DROP TABLE b", "a\"b", "ä", "a\n", &too_long] {
            assert!(TableName::new(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_refusal_says_what_to_write() {
        let error = TableName::new("claims; --").expect_err("it is no name").to_string();
        assert!(error.starts_with("`claims; --` cannot be the name of a table: write "), "{error}");
    }
}
