//! What is measured and traced: the names of the wire contract (§8), and one function for each thing that is counted.

mod describe;
mod listener;
mod names;
mod outcome;
mod process;
mod publish;
mod span;

pub(crate) use self::{
    describe::describe,
    listener::ListenerMetrics,
    outcome::{Consumed, Published},
    process::{ListenerPhase, evictions, listener_state, reconnect},
    publish::PublishMetrics,
    span::{process_span, publish_span},
};
