//! A mark on the field.

use acemq::prelude::*;
use std::time::Duration;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("busy")]
    Busy {
        #[ace(retry_after)]
        wait: Duration,
    },
}

fn main() {}
