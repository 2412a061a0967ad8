//! The text of a panic, as it is written on a message.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// `panicked: …`, with the panic's own text where it has one.
///
/// The payload is disposed of here: its own `Drop` may panic, and must not take the listener with it.
pub(super) fn panic_text(payload: Box<dyn Any + Send>) -> String {
    let text = payload
        .downcast_ref::<&'static str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("the panic carries no text");
    let text = format!("panicked: {text}");
    if let Err(again) = catch_unwind(AssertUnwindSafe(move || drop(payload))) {
        // Whoever panics while being dropped twice over is leaked rather than asked a third time.
        std::mem::forget(again);
    }
    text
}
