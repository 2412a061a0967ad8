//! The path of the crate in quotes, and on a variant.
//!
//! Mistakes: 2

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
#[ace(crate = "acemq")]
enum PaymentError {
    #[error("busy")]
    #[ace(park)]
    Busy,
    #[error("closed")]
    #[ace(crate = ::acemq)]
    Closed,
}

fn main() {}
