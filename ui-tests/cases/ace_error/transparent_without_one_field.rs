//! Nobody, or too many, to ask.
//!
//! Mistakes: 2

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("busy")]
    #[ace(transparent)]
    Busy,
    #[error("closed")]
    #[ace(transparent)]
    Closed(Fatal, u8),
}

fn main() {}
