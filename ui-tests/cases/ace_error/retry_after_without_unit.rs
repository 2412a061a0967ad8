//! A duration without a unit.

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("busy")]
    #[ace(retry_after = "90")]
    Busy,
}

fn main() {}
