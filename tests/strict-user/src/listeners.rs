//! The listeners: one of each shape of argument and answer, among names that mean something else here.

use ::acemq::{
    AceError, Ack, Attempt, Envelope, Headers, IntoOutcome, Message, Outcome, State, ace_listener,
};
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

/// An error that says what becomes of the message.
#[derive(Debug, AceError)]
pub enum Cracked {
    /// For good.
    #[ace(fatal)]
    Wide,
    /// For now.
    #[ace(retry_after = "30s")]
    Thin,
    /// Somewhere inside.
    Inside(::std::fmt::Error),
}

impl ::std::fmt::Display for Cracked {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        f.write_str(match self {
            Self::Wide => "wide",
            Self::Thin => "thin",
            Self::Inside(_) => "inside",
        })
    }
}

impl ::std::error::Error for Cracked {
    fn source(&self) -> ::std::option::Option<&(dyn ::std::error::Error + 'static)> {
        match self {
            Self::Wide | Self::Thin => ::std::option::Option::None,
            Self::Inside(cause) => ::std::option::Option::Some(cause),
        }
    }
}

/// An answer of its own.
#[derive(Debug)]
pub struct Heard;

impl IntoOutcome for Heard {
    fn into_outcome(self) -> Outcome {
        Ack::accept().into_outcome()
    }
}

fn order_key(order: &Order) -> ::std::string::String {
    ::std::clone::Clone::clone(&order.incoming)
}

/// Everything that is lent, the keys that take a function, a list and a path.
///
/// # Errors
///
/// Never.
#[ace_listener(
    queue = "strict.lent",
    idempotent = "memory",
    idempotency_key = order_key,
    codec = "json",
    on_exhausted = "republish(strict.failed, )",
    timeout = "20s",
    consumer_arguments(x-priority = 1),
    crate = ::acemq
)]
pub async fn on_lent(
    order: &Order,
    envelope: &Envelope,
    #[cfg(not(any()))] headers: &Headers,
    #[cfg(any())] nowhere: NotThere,
) -> ::std::result::Result<Heard, Cracked> {
    ::std::future::ready(()).await;
    if order.incoming == envelope.id && headers.is_empty() {
        ::std::result::Result::Err(Cracked::Thin)
    } else {
        ::std::result::Result::Ok(Heard)
    }
}

/// Deprecated, in another spelling, and of a type that is too long for some.
#[deprecated = "there is another"]
#[allow(non_snake_case, clippy::type_complexity, reason = "the point is to be allowed")]
#[ace_listener(queue = "strict.old", id = "strict-old")]
pub async fn onOldOrder(
    state: State<
        ::std::sync::Arc<
            ::std::vec::Vec<(u64, ::std::vec::Vec<(Order, [::std::option::Option<Shop>; 7], u8)>)>,
        >,
    >,
) {
    drop_all(state);
}

/// Named as the expansion might name its own.
#[ace_listener(queue = "strict.zero", id = "strict-zero")]
async fn __0(__arguments: Order, __key: Attempt) {
    drop_all((__arguments, __key));
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
