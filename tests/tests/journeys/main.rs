//! Journeys of messages through a whole application, each on `memory://` and on RabbitMQ.
#![cfg(test)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail as tests do"
)]

mod accept;
mod bombs;
mod cancelled;
mod claims;
mod classified;
mod codecs;
mod cut;
mod drain;
mod endings;
mod exhausted;
mod fatal;
mod fuse;
mod held;
mod keys;
mod ladder;
mod listeners;
mod metrics;
mod options;
mod order;
mod overrun;
mod oversize;
mod panics;
mod publisher;
mod recoverer;
mod rungs;
mod scope;
mod undecodable;
mod unladdered;
mod window;
