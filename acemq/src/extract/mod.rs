//! Handler arguments: how each is built from a delivery.

mod error;
mod incoming;
mod resources;

pub use self::{error::DecodeError, incoming::Incoming, resources::Resources};
