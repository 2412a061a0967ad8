//! A field that the variant does not have.
//!
//! Mistakes: 2

use acemq::prelude::*;
use std::time::Duration;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("busy")]
    #[ace(retry_after = wiat)]
    Busy { wait: Duration },
    #[error("closed")]
    #[ace(retry_after = 30)]
    Closed,
}

fn main() {}
