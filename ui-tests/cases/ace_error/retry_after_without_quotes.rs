//! A duration as a bare token, and as an expression.
//!
//! Mistakes: 2

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("busy")]
    #[ace(retry_after = 30s)]
    Busy,
    #[error("closed")]
    #[ace(retry_after = Duration::from_secs(30))]
    Closed,
}

fn main() {}
