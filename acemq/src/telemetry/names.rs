//! Names of metrics, their tags and the attributes of spans (wire contract §8).
//!
//! Other libraries of the family write the same names, so that one dashboard shows all of them. Exporters for Prometheus
//! turn the dots into underscores, in the names of tags too.

/// Messages published, by what became of them.
pub(super) const PUBLISH_TOTAL: &str = "acemq.publish.total";
/// From the call to the confirm.
pub(super) const PUBLISH_DURATION: &str = "acemq.publish.duration";
/// Deliveries, by what was done with them.
pub(super) const CONSUME_TOTAL: &str = "acemq.consume.total";
/// The handler alone.
pub(super) const CONSUME_DURATION: &str = "acemq.consume.duration";
/// Which attempt a delivery was.
pub(super) const CONSUME_ATTEMPTS: &str = "acemq.consume.attempts";
/// Deliveries between their arrival and their settlement.
pub(super) const CONSUME_IN_FLIGHT: &str = "acemq.consume.in.flight";
/// Messages sent round again.
pub(super) const RETRIED_TOTAL: &str = "acemq.messages.retried.total";
/// Messages given up on.
pub(super) const DEAD_LETTERED_TOTAL: &str = "acemq.messages.dead.lettered.total";
/// Copies for a `.dlq` or `.parked` that were not confirmed and routed.
pub(super) const SET_ASIDE_FAILED: &str = "acemq.messages.set.aside.failed";
/// Waits whose rung was not there.
pub(super) const RUNG_MISSING: &str = "acemq.retry.rung.missing";
/// Lost connections that were made again.
pub(super) const RECONNECTS_TOTAL: &str = "acemq.connection.reconnects.total";
/// What a listener is doing.
pub(super) const LISTENER_STATE: &str = "acemq.listener.state";
/// Settlements for a channel that is gone.
pub(super) const SETTLE_STALE_TOTAL: &str = "acemq.settle.stale.total";
/// Entries that a bounded store dropped before their time.
pub(super) const EVICTIONS_TOTAL: &str = "acemq.idempotency.evictions.total";
/// Deliveries that no key can be made for.
pub(super) const WITHOUT_ID_TOTAL: &str = "acemq.idempotency.keyless.total";

/// The tag with the listener's queue.
pub(super) const QUEUE: &str = "queue";
/// The tag with what became of it.
pub(super) const OUTCOME: &str = "outcome";
/// The tag with the exchange that was published to.
pub(super) const EXCHANGE: &str = "exchange";
/// The tag with the routing key that was published with.
pub(super) const ROUTING_KEY: &str = "routing.key";
/// The tag with the queue that a copy was meant for.
pub(super) const TARGET: &str = "target";
/// The tag with the retry queue's name.
pub(super) const RUNG: &str = "rung";
/// The tag with the listener's id.
pub(super) const LISTENER: &str = "listener";
/// The tag with what a listener is doing.
pub(super) const STATE: &str = "state";

/// The span attribute with the outcome.
pub(super) const SPAN_OUTCOME: &str = "messaging.acemq.outcome";
/// The field that an OpenTelemetry layer reads as the span's status.
pub(super) const SPAN_STATUS: &str = "otel.status_code";
