//! The wait is missing.
//!
//! Mistakes: 2

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("busy")]
    #[ace(retry_after)]
    Busy,
    #[error("closed")]
    #[ace(retry_after("30s"))]
    Closed,
}

fn main() {}
