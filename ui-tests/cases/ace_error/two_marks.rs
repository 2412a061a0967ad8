//! A variant with two endings.
//!
//! Mistakes: 2

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("no account")]
    #[ace(fatal, park)]
    NoAccount,
    #[error("busy")]
    #[ace(retryable)]
    #[ace(retry_after = "30s")]
    Busy,
}

fn main() {}
