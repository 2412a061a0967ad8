//! A mark above the enum.

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
#[ace(retryable)]
enum PaymentError {
    #[error("busy")]
    Busy,
}

fn main() {}
