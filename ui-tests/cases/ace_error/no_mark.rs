//! A derive that would do nothing.
//!
//! Mistakes: 2

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("busy")]
    Busy,
}

#[derive(Debug, thiserror::Error, AceError)]
#[error("closed")]
struct Closed;

fn main() {}
