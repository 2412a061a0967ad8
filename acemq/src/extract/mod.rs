//! Handler arguments: how each is built from a delivery.

mod argument;
mod attempt;
mod error;
mod from_delivery;
mod incoming;
mod message;
mod payload;
mod requirements;
mod resources;
mod state;

pub use self::{
    argument::{
        Argument, Arguments, Extractor, HasPayload, KeyedBy, ListenerArgument, NoPayload, OnePayload, Plain,
        Unknowable, Unknown,
    },
    attempt::Attempt,
    error::DecodeError,
    from_delivery::FromDelivery,
    incoming::Incoming,
    message::Message,
    payload::Payload,
    requirements::Requirements,
    resources::Resources,
    state::State,
};
