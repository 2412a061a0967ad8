//! The RabbitMQ adapter against a real broker: what the contract suite over the seam cannot ask of a fake.
//!
//! The broker is the one that `ACEMQ_TEST_AMQP_URL` names. Tests that close its connections or restart it would disturb
//! every neighbour, so all of this file's tests take turns.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a case that cannot go on has failed"
)]

mod blocked;
mod connect;
mod consume;
mod proxy;
mod publish;
mod recover;
mod settle;
mod support;
