//! What becomes of a message whose attempts are used up, as `on_exhausted` writes it. The attribute and the configuration
//! read it with this one parser.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::names::MAX_NAME;
use crate::quote::quoted;
use crate::suggest::nearest;

/// The forms, for help lines.
pub const FORMS: &str =
    "`dead-letter`, `park`, `reject`, `requeue`, `republish(exchange, key)`, or the name of a recoverer";

/// The words that a recoverer's name must not be mistaken for.
const WORDS: [&str; 5] = ["dead-letter", "park", "reject", "requeue", "republish"];

/// What becomes of a message whose attempts are used up, or that is too old to be tried again.
///
/// ```
/// use acemq_core::exhausted::OnExhausted;
///
/// let text = "republish(orders.failed, order.late)";
/// let exchange = OnExhausted::Republish { exchange: "orders.failed".into(), routing_key: "order.late".into() };
/// assert_eq!(text.parse(), Ok(exchange.clone()));
/// assert_eq!(exchange.to_string(), text);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OnExhausted {
    /// A copy with the reason to `{queue}.dlq`.
    #[default]
    DeadLetter,
    /// A copy with the reason to `{queue}.parked`.
    Park,
    /// Refused without a copy: the queue's own dead-letter exchange has it, if there is one.
    Reject,
    /// A copy to the queue itself, at attempt 1, after the longest wait of the ladder.
    Requeue,
    /// A copy with the reason to an exchange of the application's.
    Republish {
        /// The exchange; empty for the default one.
        exchange: String,
        /// The routing key; on the default exchange the name of a queue.
        routing_key: String,
    },
    /// Whatever the recoverer of this name answers.
    Recoverer(String),
}

/// Why a text says nothing about used-up messages, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExhaustedError {
    message: String,
    help: String,
}

impl ExhaustedError {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }

    /// The fault: lower case, no full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to write instead.
    pub fn help(&self) -> &str {
        &self.help
    }
}

impl fmt::Display for ExhaustedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nhelp: {}", self.message, self.help)
    }
}

impl Error for ExhaustedError {}

impl fmt::Display for OnExhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DeadLetter => f.write_str("dead-letter"),
            Self::Park => f.write_str("park"),
            Self::Reject => f.write_str("reject"),
            Self::Requeue => f.write_str("requeue"),
            Self::Republish { exchange, routing_key } => write!(f, "republish({exchange}, {routing_key})"),
            Self::Recoverer(name) => f.write_str(name),
        }
    }
}

impl FromStr for OnExhausted {
    type Err = ExhaustedError;

    fn from_str(text: &str) -> Result<Self, ExhaustedError> {
        let text = text.trim();
        match text {
            "dead-letter" => return Ok(Self::DeadLetter),
            "park" => return Ok(Self::Park),
            "reject" => return Ok(Self::Reject),
            "requeue" => return Ok(Self::Requeue),
            "" => return Err(ExhaustedError::new("it is empty", format!("write {FORMS}"))),
            _ => {}
        }
        match text.split_once('(') {
            Some((word, rest)) => republish(word.trim(), rest),
            None => recoverer(text),
        }
    }
}

/// `republish(` is read; names stand unquoted up to the comma or the parenthesis.
fn republish(word: &str, rest: &str) -> Result<OnExhausted, ExhaustedError> {
    if word != "republish" {
        let message = format!("{} takes nothing in parentheses", quoted(word));
        let help = match nearest(word, &WORDS) {
            Some("republish") => "write `republish(exchange, key)`".to_owned(),
            Some(word) => format!("write `{word}`"),
            None => format!("write {FORMS}"),
        };
        return Err(ExhaustedError::new(message, help));
    }
    let Some(inside) = rest.strip_suffix(')') else {
        let message = match rest.split_once(')') {
            Some((_, behind)) => format!("{} stands behind the parenthesis", quoted(behind.trim())),
            None => "the parenthesis is not closed".to_owned(),
        };
        return Err(ExhaustedError::new(message, "write `republish(exchange, key)`"));
    };
    let names: Vec<&str> = inside.split(',').map(str::trim).collect();
    let [exchange, routing_key] = names.as_slice() else {
        let message = "`republish` takes an exchange and a routing key";
        let help = match names.as_slice() {
            [""] | [] => "write `republish(exchange, key)`".to_owned(),
            [name] => format!(
                "write `republish({name}, )` for the exchange `{name}` with an empty key, or `republish(, {name})` for \
                 the queue `{name}`"
            ),
            [exchange, key, ..] => format!("write `republish({exchange}, {key})`"),
        };
        return Err(ExhaustedError::new(message, help));
    };
    if exchange.is_empty() && routing_key.is_empty() {
        return Err(ExhaustedError::new(
            "neither exchange nor routing key is given",
            "write `republish(exchange, key)`, or `republish(, queue)` for a queue",
        ));
    }
    for (what, name) in [("exchange", exchange), ("routing key", routing_key)] {
        check_name(what, name)?;
    }
    Ok(OnExhausted::Republish { exchange: (*exchange).to_owned(), routing_key: (*routing_key).to_owned() })
}

/// What the broker or the reader would not take for the name that was meant.
fn check_name(what: &str, name: &str) -> Result<(), ExhaustedError> {
    if let Some(odd) = name.chars().find(|character| matches!(character, '"' | '\'' | '(')) {
        let kept: String = name.chars().filter(|character| !matches!(character, '"' | '\'' | '(')).collect();
        return Err(ExhaustedError::new(
            format!("the {what} holds {odd:?}: names stand without quotes"),
            format!("write `{kept}`"),
        ));
    }
    if let Some(control) = name.chars().find(|character| character.is_control()) {
        return Err(ExhaustedError::new(
            format!("the {what} holds the control character `{}`", control.escape_debug()),
            "leave it out",
        ));
    }
    if name.contains("${") {
        return Err(ExhaustedError::new(
            format!("the {what} holds a placeholder, and none is filled in here"),
            "write the name, or set `acemq.listeners.<id>.on-exhausted` in the configuration",
        ));
    }
    if name.len() > MAX_NAME {
        return Err(ExhaustedError::new(
            format!("the {what} has {} bytes, and a broker accepts {MAX_NAME}", name.len()),
            "write a shorter one",
        ));
    }
    Ok(())
}

/// A name that is nearly one of the words is a misspelt word: a recoverer of that name would be taken for it for ever.
fn recoverer(name: &str) -> Result<OnExhausted, ExhaustedError> {
    match nearest(name, &WORDS) {
        Some("republish") => {
            return Err(ExhaustedError::new(
                format!("{} does not say where to", quoted(name)),
                "write `republish(exchange, key)`",
            ));
        }
        Some(word) => {
            return Err(ExhaustedError::new(
                format!("{} is nearly `{word}`, and no recoverer can have that name", quoted(name)),
                format!("write `{word}`"),
            ));
        }
        None => {}
    }
    let is_fit = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '.');
    match name.chars().find(|character| !is_fit(*character)) {
        None => Ok(OnExhausted::Recoverer(name.to_owned())),
        Some(odd) => Err(ExhaustedError::new(
            format!("the recoverer's name holds {odd:?}"),
            "write letters, digits, `-`, `_` and `.`",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn republished(exchange: &str, routing_key: &str) -> OnExhausted {
        OnExhausted::Republish { exchange: exchange.into(), routing_key: routing_key.into() }
    }

    #[test]
    fn every_form_is_read_and_written_back() {
        for (text, means) in [
            ("dead-letter", OnExhausted::DeadLetter),
            (" park ", OnExhausted::Park),
            ("reject", OnExhausted::Reject),
            ("requeue", OnExhausted::Requeue),
            ("republish(orders.failed, late)", republished("orders.failed", "late")),
            ("republish( a b ,c)", republished("a b", "c")),
            ("republish(orders.failed, )", republished("orders.failed", "")),
            ("republish(orders.failed,)", republished("orders.failed", "")),
            ("republish(, orders.late)", republished("", "orders.late")),
            ("archive", OnExhausted::Recoverer("archive".into())),
        ] {
            let read: OnExhausted = text.parse().expect(text);
            assert_eq!(read, means, "{text}");
            assert_eq!(read.to_string().parse(), Ok(means), "{text}");
        }
    }

    #[test]
    fn what_is_none_of_them_says_what_to_write() {
        for (text, message, help) in [
            ("", "it is empty", format!("write {FORMS}").as_str()),
            (
                "dead_letter",
                "`dead_letter` is nearly `dead-letter`, and no recoverer can have that name",
                "write `dead-letter`",
            ),
            ("parked", "`parked` is nearly `park`, and no recoverer can have that name", "write `park`"),
            ("republish", "`republish` does not say where to", "write `republish(exchange, key)`"),
            ("republish(a", "the parenthesis is not closed", "write `republish(exchange, key)`"),
            ("republish(a, b) c", "`c` stands behind the parenthesis", "write `republish(exchange, key)`"),
            (
                "republish(a)",
                "`republish` takes an exchange and a routing key",
                "write `republish(a, )` for the exchange `a` with an empty key, or `republish(, a)` for the queue `a`",
            ),
            (
                "republish(a, b, c)",
                "`republish` takes an exchange and a routing key",
                "write `republish(a, b)`",
            ),
            (
                "republish(, )",
                "neither exchange nor routing key is given",
                "write `republish(exchange, key)`, or `republish(, queue)` for a queue",
            ),
            ("republish(\"a\", b)", "the exchange holds '\"': names stand without quotes", "write `a`"),
            (
                "republish(${x}, b)",
                "the exchange holds a placeholder, and none is filled in here",
                "write the name, or set `acemq.listeners.<id>.on-exhausted` in the configuration",
            ),
            ("park(x)", "`park` takes nothing in parentheses", "write `park`"),
            ("my archive", "the recoverer's name holds ' '", "write letters, digits, `-`, `_` and `.`"),
        ] {
            let error = text.parse::<OnExhausted>().expect_err(text);
            assert_eq!((error.message(), error.help()), (message, help), "{text}");
        }
        let long = format!("republish({}, b)", "x".repeat(256));
        let error = long.parse::<OnExhausted>().expect_err("too long");
        assert_eq!(error.message(), "the exchange has 256 bytes, and a broker accepts 255");
    }
}
