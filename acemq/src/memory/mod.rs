//! `memory://name`: the broker inside this process, behind the same seam as RabbitMQ (wire contract §9).
//!
//! `state` decides, as a pure machine that is told the time; `shared`, `connection`, `channel` and `broker` are the thin
//! asynchronous shell around it. It models RabbitMQ 3.10 on one node. What it cannot do it refuses by name.

mod arguments;
mod broker;
mod channel;
mod connection;
mod consumer;
mod control;
mod dead_letter;
mod equivalence;
mod exchange;
mod message;
mod queue;
mod registry;
mod routing;
mod shared;
mod state;

pub(crate) use self::broker::connect;
pub use self::control::MemoryControl;
