//! The text of a panic, as it is written on a message.

use std::any::Any;

/// `panicked: …`, with the panic's own text where it has one.
pub(super) fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&'static str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("the panic carries no text");
    format!("panicked: {text}")
}
