//! The RabbitMQ adapter: AMQP 0-9-1 through lapin. The only code that names lapin.
//!
//! Reading order: `connect` → `engine` (the thread) → `wire`, `dial`, `live` (one connection, kept) → `consume`, `channel`,
//! `flusher`, `outbox` (deliveries in, acks out) → `check`, `publish`, `lane` (publishes out, confirms in) → `declare` and
//! `get`. `settlements` and `filing` are the two decisions in it, pure and tested against models.

mod channel;
mod check;
mod connect;
mod consume;
mod consuming;
mod declare;
mod dial;
mod engine;
mod exchanges;
mod fault;
mod filing;
mod flusher;
mod get;
mod lane;
mod link;
mod live;
mod outbox;
mod properties;
mod publish;
mod ready;
mod settlements;
#[cfg(test)]
mod size_tests;
mod table;
mod wire;

pub(crate) use self::connect::connect;
