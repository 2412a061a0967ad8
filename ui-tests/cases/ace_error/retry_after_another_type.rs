//! The field is no duration.

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("busy")]
    #[ace(retry_after = seconds)]
    Busy { seconds: u64 },
}

fn main() {}
