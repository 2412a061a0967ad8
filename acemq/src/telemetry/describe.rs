//! What each metric says, for exporters that print it.

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};

use super::names;

/// Describes every metric to the recorder. Called at start, before the first listener.
///
/// A recorder that is installed later is never told: install it before the application is started.
pub(crate) fn describe() {
    describe_counter!(names::PUBLISH_TOTAL, Unit::Count, "Messages published, by outcome");
    describe_histogram!(names::PUBLISH_DURATION, Unit::Seconds, "Time from a publish to its confirm");
    describe_counter!(names::CONSUME_TOTAL, Unit::Count, "Deliveries, by what was done with them");
    describe_histogram!(names::CONSUME_DURATION, Unit::Seconds, "Time that handlers took");
    describe_histogram!(names::CONSUME_ATTEMPTS, Unit::Count, "Which attempt a delivery was, from 1");
    describe_gauge!(names::CONSUME_IN_FLIGHT, Unit::Count, "Deliveries that arrived and are not settled");
    describe_counter!(names::RETRIED_TOTAL, Unit::Count, "Messages sent round again after a failure");
    describe_counter!(names::DEAD_LETTERED_TOTAL, Unit::Count, "Messages given up on");
    describe_counter!(
        names::SET_ASIDE_FAILED,
        Unit::Count,
        "Copies for a dead-letter or parked queue that were not confirmed and routed"
    );
    describe_counter!(names::RUNG_MISSING, Unit::Count, "Retries whose retry queue was not there");
    describe_counter!(names::RECONNECTS_TOTAL, Unit::Count, "Lost connections that were made again");
    describe_gauge!(
        names::LISTENER_STATE,
        Unit::Count,
        "1 for the state that a listener is in, 0 for the others"
    );
    describe_counter!(
        names::SETTLE_STALE_TOTAL,
        Unit::Count,
        "Settlements dropped because the channel that brought the delivery is gone"
    );
    describe_counter!(
        names::EVICTIONS_TOTAL,
        Unit::Count,
        "Entries that a bounded idempotency store dropped before their time"
    );
    describe_counter!(
        names::WITHOUT_ID_TOTAL,
        Unit::Count,
        "Deliveries of idempotent listeners that carry no id and cannot be deduplicated"
    );
}
