//! What the sources say about messages whose attempts are used up, held against the rest of what they say.

use acemq_core::{
    exhausted::{ExhaustedError, OnExhausted},
    retry::RetryPolicy,
};

use crate::fault::{Fault, Place, Written};

/// What an attribute's text says.
///
/// # Errors
///
/// A text that the macro would have refused.
pub(super) fn of_text(text: &str, place: &Place) -> Result<Written<OnExhausted>, Fault> {
    text.parse()
        .map(|form| place.holding(form))
        .map_err(|error: ExhaustedError| Fault::at(place, error.message(), error.help()))
}

/// The longest wait of a ladder: none of a ladder without a wait.
pub(crate) fn longest_wait(retry: &RetryPolicy) -> Option<std::time::Duration> {
    // Waits never shrink, so the last is the longest.
    retry.wait(retry.attempts().saturating_sub(1).max(1))
}

/// A requeue without a wait to take: the message would come again at once, and for ever. `listener` is the listener's own
/// place.
pub(super) fn fault(
    written: Option<&Written<OnExhausted>>,
    retry: &RetryPolicy,
    listener: &Place,
) -> Option<Fault> {
    let Written { value, place } = written?;
    (*value == OnExhausted::Requeue && longest_wait(retry).is_none()).then(|| {
        Fault::at(
            place,
            format!(
                "`requeue` waits as long as the ladder's longest wait, and listener `{}` has none: its messages would \
                 come again at once, for ever",
                listener.key
            ),
            "write `retry = \"exponential(5, 2s, 30s)\"`, or another form: `dead-letter`, `park`, `reject`, \
             `republish(exchange, key)`",
        )
    })
}

/// A copy to the listener's own queue, at the attempt that was the last: it would be used up again at once, and for ever.
pub(super) fn comes_back(
    written: Option<&Written<OnExhausted>>,
    queue: Option<&Written<String>>,
) -> Option<Fault> {
    let (Written { value, place }, queue) = (written?, &queue?.value);
    let OnExhausted::Republish { exchange, routing_key } = value else { return None };
    is_own_queue(exchange, routing_key, queue).then(|| {
        Fault::at(
            place,
            format!(
                "`republish` goes to `{queue}`, the listener's own queue: its messages would come again at once, for ever"
            ),
            "write `requeue`, which waits and begins at attempt 1, or name another queue",
        )
    })
}

/// Whether a copy for this exchange and key is one for the queue itself.
pub(crate) fn is_own_queue(exchange: &str, routing_key: &str, queue: &str) -> bool {
    exchange.is_empty() && routing_key == queue
}

/// Under requeue-on-failure nothing is ever used up, and what is written for it has no effect.
pub(super) fn idle(written: Option<&Written<OnExhausted>>, requeue_on_failure: bool) -> Option<String> {
    let Written { value, place } = written?;
    (requeue_on_failure && *value != OnExhausted::DeadLetter).then(|| {
        format!(
            "{}: `{}` has no effect: under requeue-on-failure no attempts are used up",
            place.origin, place.key
        )
    })
}
