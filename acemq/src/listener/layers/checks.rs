//! What is checked of the options that every listener has, each at the place where it was written.

use std::time::Duration;

use acemq_core::{
    duration,
    key_source::{KeySource, KeySourceError},
    names,
};

use crate::fault::{Fault, Place, Written};

/// How many messages may be unsettled at once, unless it is written.
pub(super) const PREFETCH: u16 = 100;
/// The queue, which has no default.
pub(super) fn queue(written: Option<&Written<String>>, place: &Place, faults: &mut Vec<Fault>) -> String {
    let Some(written) = written else {
        faults.push(Fault::at(place, "the listener has no queue", "write `queue = \"orders.new\"`"));
        return String::new();
    };
    if let Err(error) = names::check_listener_queue_name(&written.value) {
        faults.push(Fault::at(&written.place, error.message(), error.help()));
    }
    written.value.clone()
}

/// A count from 1.
pub(super) fn count<N: Copy + Default + PartialEq>(
    written: Option<&Written<N>>,
    default: N,
    faults: &mut Vec<Fault>,
) -> N {
    let Some(written) = written else { return default };
    if written.value == N::default() {
        faults.push(Fault::at(&written.place, "`0` is too small", "write `1` or more"));
    }
    written.value
}

/// Whether the listener starts with the application.
pub(super) fn auto_startup(written: Option<&Written<String>>, faults: &mut Vec<Fault>) -> bool {
    let Some(written) = written else { return true };
    match written.value.trim() {
        text if text.eq_ignore_ascii_case("true") => true,
        text if text.eq_ignore_ascii_case("false") => false,
        text => {
            faults.push(Fault::at(
                &written.place,
                format!("`{text}` is neither `true` nor `false`"),
                "write `true` or `false`",
            ));
            true
        }
    }
}

/// More handlers than there are messages for them. Below a prefetch of 1 nobody asks: that is a fault of its own.
pub(super) fn window(concurrency: Option<&Written<u16>>, prefetch: Option<&Written<u16>>) -> Option<Fault> {
    // One handler fits into every window.
    let concurrency = concurrency?;
    let handlers = concurrency.value;
    let (messages, from) = match prefetch {
        Some(Written { value, place }) => (*value, format!(" ({}: `{}`)", place.origin, place.key)),
        None => (PREFETCH, String::new()),
    };
    (messages > 0 && handlers > messages).then(|| {
        Fault::at(
            &concurrency.place,
            format!("{handlers} handlers are more than the {messages} messages of prefetch{from}"),
            format!("raise prefetch to `{handlers}` or lower concurrency to `{messages}`"),
        )
    })
}

/// Where an attribute's text says that the idempotency key is taken from.
///
/// # Errors
///
/// A text that the macro would have refused.
pub(super) fn key_source(text: &str, place: &Place) -> Result<Written<KeySource>, Fault> {
    text.parse()
        .map(|source| place.holding(source))
        .map_err(|error: KeySourceError| Fault::at(place, error.message(), error.help()))
}

/// What an attribute's text says about a handler's time: zero is `none`.
///
/// # Errors
///
/// A text that the macro would have refused.
pub(super) fn timeout(text: &str, place: &Place) -> Result<Written<Duration>, Fault> {
    if text.trim().eq_ignore_ascii_case("none") {
        return Ok(place.holding(Duration::ZERO));
    }
    match duration::parse(text) {
        Ok(limit) => Ok(place.holding(limit)),
        Err(error) => Err(Fault::at(place, error.message(), error.help())),
    }
}
