//! The listeners: one of each shape of argument and answer, among names that mean something else here.

use ::acemq::{Ack, Attempt, Envelope, Headers, Message, State, ace_listener};
use ::serde::Deserialize;

#[allow(unused_imports, reason = "they are there to be in the way")]
use crate::shadows::{Box, Err, None, Ok, Option, Result, concat, module_path};

/// Not the standard library's.
mod std {}

/// Not the core library.
mod core {}

/// Not the crate.
mod acemq {}

/// Not inventory.
mod inventory {}

/// Has the expansion's own words for fields.
#[derive(Debug, Deserialize)]
pub struct Order {
    /// Not an argument.
    pub incoming: ::std::string::String,
}

/// Shared.
#[derive(Debug)]
pub struct Shop;

/// Nothing to await, nothing to take.
#[ace_listener(queue = "strict.bells")]
pub async fn on_bell() {}

/// A plain payload.
///
/// # Errors
///
/// Always.
#[ace_listener(
    queue = "strict.orders",
    retry = "fixed(3, 10s)",
    idempotent = "memory",
    prefetch = 5,
    concurrency = 2
)]
pub async fn on_order(order: Order) -> ::std::result::Result<(), ::std::string::String> {
    ::std::result::Result::Err(order.incoming)
}

/// Every other argument, private, with patterns.
#[ace_listener(queue = "strict.${kind:messages}", requeue_on_failure = true, auto_startup = "${strict:true}", order = -1)]
async fn on_message(
    State(shop): State<Shop>,
    message: Message<::std::vec::Vec<Order>>,
    Attempt(attempt): Attempt,
    headers: Headers,
    envelope: Envelope,
) -> ::std::result::Result<Ack, ::acemq::Fatal> {
    drop_all((shop, message, headers));
    if attempt > 1 {
        ::std::result::Result::Ok(Ack::park(envelope.id))
    } else {
        ::std::result::Result::Ok(Ack::accept())
    }
}

/// Two registrations, names and types from a macro.
macro_rules! listener {
    ($name:ident, $payload:ty) => {
        /// From a macro.
        #[ace_listener(queue = "strict.first", id = "strict-first")]
        #[ace_listener(queue = "strict.second", id = "strict-second")]
        async fn $name(payload: $payload, __arguments: Attempt) -> Ack {
            drop_all((payload, __arguments));
            Ack::accept()
        }
    };
}

listener!(on_two_queues, Order);

fn drop_all<T>(all: T) {
    ::std::mem::drop(all);
}
