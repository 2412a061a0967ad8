//! A wait that is none.
//!
//! Mistakes: 2

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("busy")]
    #[ace(retry_after = "0s")]
    Busy,
    #[error("closed")]
    #[ace(retry_after = "none")]
    Closed,
}

fn main() {}
