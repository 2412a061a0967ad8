//! Layer 4: what an application publishes.

mod mq;
mod origin;
mod outgoing;
mod publisher;
mod receipt;

pub use self::{
    mq::AceMq,
    outgoing::Outgoing,
    publisher::Publisher,
    receipt::{BatchError, Receipt},
};
