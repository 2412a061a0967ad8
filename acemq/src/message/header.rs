//! Header names of the wire contract (§1).

/// Message id; the default idempotency key.
pub const ID: &str = "x-acemq-id";
/// Logical type of the message.
pub const TYPE: &str = "x-acemq-type";
/// Version of the payload's schema, from 1.
pub const VERSION: &str = "x-acemq-version";
/// Correlation id; falls back to the message id.
pub const CORRELATION: &str = "x-acemq-correlation";
/// Delivery attempt, from 1. The only attempt counter that is trusted.
pub const ATTEMPT: &str = "x-acemq-attempt";
/// First publish, in milliseconds since 1970.
pub const FIRST_SEEN: &str = "x-acemq-first-seen";
/// Id of the message that caused this one.
pub const CAUSATION: &str = "x-acemq-causation";
/// Who published it: `{client-name}@{host}`.
pub const ORIGIN: &str = "x-acemq-origin";
/// Why the message was set aside.
pub const ERROR: &str = "x-acemq-error";
/// Where a checked-in payload is kept.
pub const CLAIM: &str = "x-acemq-claim";

/// The queue from which a message was replayed.
pub const REPLAYED_FROM: &str = "acemq-replayed-from";
/// When it was replayed, RFC 3339.
pub const REPLAYED_AT: &str = "acemq-replayed-at";
/// How often it was replayed; absent at 0.
pub const REPLAY_COUNT: &str = "acemq-replay-count";
/// The exchange of the first arrival, written on the first republish.
pub const FIRST_EXCHANGE: &str = "acemq-first-exchange";
/// The routing key of the first arrival, written on the first republish.
pub const FIRST_ROUTING_KEY: &str = "acemq-first-routing-key";

/// How often a message came back without an outcome, carried by the copy of one whose claim is held elsewhere: a new
/// message, which the broker counts from 0.
pub(crate) const REDELIVERIES: &str = "x-acemq-redeliveries";

/// Matches a returned message to its publish; stripped from every copy.
pub(crate) const PUBLISH_ID: &str = "acemq-publish-id";

/// Every name that starts like this is ours: hidden from handlers, refused when an application sets it.
pub(crate) const RESERVED_PREFIX: &str = "x-acemq-";

/// Older spellings of the replay headers that some members still write.
pub(crate) const OLD_REPLAYED_FROM: &str = "x-acemq-replayed-from";
pub(crate) const OLD_REPLAYED_AT: &str = "x-acemq-replayed-at";
pub(crate) const OLD_REPLAY_COUNT: &str = "x-acemq-replay-count";

/// Whether handlers do not see a header: the family's own, and the adapter's.
pub(crate) fn is_hidden(name: &str) -> bool {
    is_reserved(name) || name == PUBLISH_ID
}

/// Whether a header name belongs to the family: an application must not set it.
pub(crate) fn is_reserved(name: &str) -> bool {
    name.get(..RESERVED_PREFIX.len()).is_some_and(|head| head.eq_ignore_ascii_case(RESERVED_PREFIX))
}
