//! What the listeners and the configuration need on the broker, as a pure plan.

mod object;

pub use self::object::{ExchangeKind, Object};
