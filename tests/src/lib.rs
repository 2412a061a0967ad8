//! What the tests of this package share: a rig with a broker, a probe inside a handler, and what was counted.
//!
//! Everything waits for an event, and after [`DEADLINE`] fails with what it had seen. A test that needs RabbitMQ and has none fails; it is never skipped.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::match_wild_err_arm,
    reason = "the tests' own crate: a panic is how a test fails"
)]

mod counted;
mod environment;
mod journey;
mod probe;
mod process;
mod raw;
mod rig;
mod tap;

pub use self::{
    counted::{counted, measured},
    environment::{amqp_publish, amqp_url, rabbitmqctl, script},
    journey::{DEADLINE, block_on, until, within},
    probe::{Answer, BoxError, Probe, Seen},
    process::Program,
    raw::Raw,
    rig::{Rig, Transport},
    tap::Tap,
};

/// A block of the README that no longer compiles fails the doctests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
