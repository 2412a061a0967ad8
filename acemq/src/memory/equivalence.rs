//! Whether a redeclaration asks for what is there, in RabbitMQ's words when it does not.

use super::arguments::{precondition_failed, type_name};
use crate::{
    broker::BrokerError,
    message::{Table, Value},
};

/// Compares the arguments of a redeclaration with those of the queue that is there.
pub(super) fn check_queue(name: &str, there: &Table, asked: &Table) -> Result<(), BrokerError> {
    for key in there.keys().chain(asked.keys()) {
        let (there, asked) = (there.get(key), asked.get(key));
        if !are_equal(key, there, asked) {
            return Err(precondition_failed(&format!(
                "inequivalent arg '{key}' for queue '{name}' in vhost '/': received {} but current is {}",
                in_words(asked, there),
                in_words(there, asked),
            )));
        }
    }
    Ok(())
}

/// The refusal of an exchange that is there in another kind.
pub(super) fn other_exchange_kind(name: &str, there: &str, asked: &str) -> BrokerError {
    precondition_failed(&format!(
        "inequivalent arg 'type' for exchange '{name}' in vhost '/': received '{asked}' but current is '{there}'"
    ))
}

/// Integers of any width are one type here, and a classic queue may say so or leave it out.
fn are_equal(key: &str, there: Option<&Value>, asked: Option<&Value>) -> bool {
    if key == "x-queue-type" {
        let kind = |value: Option<&Value>| value.and_then(Value::as_text).unwrap_or("classic").to_owned();
        return kind(there) == kind(asked);
    }
    match (there, asked) {
        (Some(there @ Value::Text(_)), Some(asked)) => there == asked,
        (Some(there), Some(asked)) => there == asked || there.as_integer() == asked.as_integer(),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// RabbitMQ writes the type only where one side is missing.
fn in_words(value: Option<&Value>, other: Option<&Value>) -> String {
    let Some(value) = value else { return "none".to_owned() };
    let text = match value.as_text() {
        Some(text) => text.to_owned(),
        None => value.as_integer().map_or_else(|| format!("{value:?}"), |number| number.to_string()),
    };
    match other {
        Some(_) => format!("'{text}'"),
        None => format!("the value '{text}' of type '{}'", type_name(value)),
    }
}
