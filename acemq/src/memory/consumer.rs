//! What a consumer subscribed with: the one argument that is understood, and the words for those that are not.

use super::arguments::{precondition_failed, type_name, unsupported};
use crate::{
    broker::BrokerError,
    message::{Table, Value},
};

/// The priority of a consumer that asks for none.
const ORDINARY: i64 = 0;

/// The consumer's priority on the queue `queue`: messages go to the highest one with room in its window.
///
/// # Errors
///
/// An argument that this broker cannot carry out, or a priority that is no whole number.
pub(super) fn priority(queue: &str, arguments: &Table) -> Result<i64, BrokerError> {
    let mut priority = ORDINARY;
    for (name, value) in arguments {
        if &**name != "x-priority" {
            return Err(unsupported(format!("argument `{name}` of a consumer on queue `{queue}`")));
        }
        let is_text_or_time = matches!(value, Value::Text(_) | Value::Timestamp(_));
        priority = value.as_integer().filter(|_| !is_text_or_time).ok_or_else(|| {
            precondition_failed(&format!(
                "invalid arg '{name}' for queue '{queue}' in vhost '/': {{unacceptable_type,{}}}",
                type_name(value)
            ))
        })?;
    }
    Ok(priority)
}
