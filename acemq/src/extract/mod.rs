//! Handler arguments: how each is built from a delivery.

mod argument;
mod attempt;
mod cancelled;
mod delivery;
mod error;
mod from_delivery;
mod incoming;
mod message;
mod payload;
mod requirements;
mod resources;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use self::cancelled::{Cancel, CancelSlot};
pub use self::{
    argument::{
        Argument, ArgumentList, Extractor, HasPayload, KeyedBy, ListenerArgument, NoPayload, OnePayload,
        Plain, Shared, Unknowable, Unknown, Unshared,
    },
    attempt::Attempt,
    cancelled::{CancelCause, Cancelled},
    delivery::Delivery,
    error::DecodeError,
    from_delivery::FromDelivery,
    incoming::Incoming,
    message::Message,
    payload::Payload,
    requirements::Requirements,
    resources::Resources,
    state::State,
};
