//! Each fault is reported in one run.
//!
//! Mistakes: 3

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("no account")]
    #[ace(fatl)]
    NoAccount,
    #[error("odd")]
    #[ace(park, retryable)]
    Odd,
    #[error("busy")]
    #[ace(retry_after = "soon")]
    Busy,
}

/// What holds it gives no error of its own.
#[derive(Debug, thiserror::Error, AceError)]
enum ShopError {
    #[error(transparent)]
    #[ace(transparent)]
    Payment(PaymentError),
}

fn main() {}
