//! Marks on fields.
//!
//! Mistakes: 2

use std::time::Duration;

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("busy")]
    Busy {
        #[ace(retry_after)]
        wait: Duration,
    },
    #[error("bank")]
    Bank(#[ace(transparent)] Fatal),
}

fn main() {}
