//! Where the idempotency key of a message is taken from, as a text writes it. The attribute and the configuration read it
//! with this one parser.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::names::MAX_NAME;
use crate::quote::quoted;

/// What leads a header's name.
const HEADER: &str = "header:";
/// The family's own headers: handlers do not see them, and the envelope has what they say.
const RESERVED: &str = "x-acemq-";

/// Where the idempotency key of a message is taken from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum KeySource {
    /// `id`: the envelope's id.
    #[default]
    Id,
    /// `header:NAME`: an application header with text or a number in it.
    Header(String),
}

/// Why a text names no source of a key, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeySourceError {
    message: String,
    help: String,
}

impl KeySourceError {
    /// The fault: lower case, no full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to write instead.
    pub fn help(&self) -> &str {
        &self.help
    }
}

impl fmt::Display for KeySourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nhelp: {}", self.message, self.help)
    }
}

impl Error for KeySourceError {}

impl fmt::Display for KeySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id => f.write_str("id"),
            Self::Header(name) => write!(f, "{HEADER}{name}"),
        }
    }
}

impl FromStr for KeySource {
    type Err = KeySourceError;

    fn from_str(text: &str) -> Result<Self, KeySourceError> {
        let refused = |message: String, help: &str| Err(KeySourceError { message, help: help.to_owned() });
        let text = text.trim();
        if text == "id" {
            return Ok(Self::Id);
        }
        let Some(name) = text.strip_prefix(HEADER).map(str::trim) else {
            let message = format!("{} names no source of a key", quoted(text));
            return refused(message, "write `header:x-request-id`, or `id` for the message's own id");
        };
        if name.is_empty() {
            return refused("the header has no name".to_owned(), "write `header:x-request-id`");
        }
        if let Some(control) = name.chars().find(|character| character.is_control()) {
            let message =
                format!("the header's name holds the control character `{}`", control.escape_debug());
            return refused(message, "write `header:x-request-id`");
        }
        if name.get(..RESERVED.len()).is_some_and(|start| start.eq_ignore_ascii_case(RESERVED)) {
            let message = format!("headers that begin with `{RESERVED}` are the envelope's");
            return refused(
                message,
                "write `id`, or the name of an application header: `header:x-request-id`",
            );
        }
        if name.len() > MAX_NAME {
            let message = format!("the header's name has {} bytes, and AMQP sends {MAX_NAME}", name.len());
            return refused(message, "write a shorter one");
        }
        Ok(Self::Header(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_and_a_header_are_read_and_written_back() {
        for (text, means) in [
            ("id", KeySource::Id),
            ("header:x-request-id", KeySource::Header("x-request-id".into())),
            (" header: X-Request ", KeySource::Header("X-Request".into())),
        ] {
            assert_eq!(text.parse(), Ok(means.clone()), "{text}");
            assert_eq!(means.to_string().parse(), Ok(means), "{text}");
        }
    }

    #[test]
    fn what_is_no_source_says_what_to_write() {
        for (text, message) in [
            ("", "`` names no source of a key"),
            ("payment_key", "`payment_key` names no source of a key"),
            ("header:", "the header has no name"),
            ("header:X-AceMQ-id", "headers that begin with `x-acemq-` are the envelope's"),
        ] {
            let error = text.parse::<KeySource>().expect_err(text);
            assert_eq!(error.message(), message);
            assert!(error.help().starts_with("write `"), "{}", error.help());
        }
        assert!(format!("header:{}", "x".repeat(256)).parse::<KeySource>().is_err());
    }
}
