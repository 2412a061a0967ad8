//! A library of a company's own that hands the crate on.

pub use acemq;

/// The parts that its teams may use.
pub mod messaging {
    pub use acemq::{AceError, Ack, Attempt, ace_listener, listener};
}
