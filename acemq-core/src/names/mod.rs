//! Names that are derived from a listener's queue, and the two exchanges that every listener shares.
//!
//! Other libraries share these queues, so the names are the wire contract's and not ours to change.

mod check;

use std::time::Duration;

pub use check::{MAX_NAME, MAX_QUEUE_NAME, NameError, check_listener_queue_name, check_queue_name};

/// The direct exchange through which given-up messages reach `{queue}.dlq` and `{queue}.parked`.
pub const DEAD_LETTER_EXCHANGE: &str = "acemq.dlx";

/// The direct exchange through which a message that has waited goes home to its queue.
pub const RETRY_EXCHANGE: &str = "acemq.retry";

/// Which sort of queue a rung is: it decides the name, since one name cannot have two sets of arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RungKind {
    /// A quorum queue, which hands its expired messages on at least once.
    #[default]
    Quorum,
    /// The classic queue of the family, which hands its expired messages on at most once.
    Classic,
}

/// Where a listener's given-up messages go: `{queue}.dlq`.
pub fn dead_letter_queue(queue: &str) -> String {
    format!("{queue}.dlq")
}

/// Where a listener's messages wait for a person: `{queue}.parked`.
pub fn parked_queue(queue: &str) -> String {
    format!("{queue}.parked")
}

/// A wait as it stands in a rung's name: whole hours as `2h`, else whole minutes as `90m`, else whole seconds as `80s`,
/// else milliseconds as `29999ms`.
///
/// What is finer than a millisecond is cut off. Two waits of different milliseconds never share a name. A zero wait names
/// no rung; it reads `0h`.
pub fn wait_name(wait: Duration) -> String {
    let millis = wait.as_millis();
    for (unit, length) in [("h", 3_600_000), ("m", 60_000), ("s", 1_000)] {
        if millis.is_multiple_of(length) {
            return format!("{}{unit}", millis / length);
        }
    }
    format!("{millis}ms")
}

/// The retry queue in which a message waits this long: `{queue}.retry.{wait}`, for a quorum queue with `.quorum` behind it.
///
/// # Examples
///
/// ```
/// use acemq_core::names::{RungKind, rung};
/// use std::time::Duration;
///
/// let wait = Duration::from_secs(90);
/// assert_eq!(rung("orders.new", wait, RungKind::Classic), "orders.new.retry.90s");
/// assert_eq!(rung("orders.new", wait, RungKind::Quorum), "orders.new.retry.90s.quorum");
/// ```
pub fn rung(queue: &str, wait: Duration, kind: RungKind) -> String {
    let suffix = match kind {
        RungKind::Quorum => ".quorum",
        RungKind::Classic => "",
    };
    format!("{queue}.retry.{}{suffix}", wait_name(wait))
}
