//! Layer 1: what a message is. Plain data and pure functions; no I/O, no clock but the one that is handed on.

mod ack;
mod clock;
mod copy;
mod envelope;
mod failure;
pub mod header;
mod headers;
mod outcome;
mod properties;
mod size;
mod timestamp;
mod value;

#[cfg(all(test, feature = "sqlite"))]
pub(crate) use self::clock::epoch_millis;

pub use self::{
    ack::Ack,
    envelope::Envelope,
    failure::{
        AceError, BoxError, ErrorProbe, Failure, FailureKind, Fatal, Park, ResultExt, RetryAfter, RetryWait,
        Retryable,
    },
    headers::Headers,
    outcome::Outcome,
    properties::Properties,
    value::{Table, Value},
};
pub(crate) use self::{
    clock::Clock,
    copy::{Original, SetAside, copy_of},
    size::content_header,
};
