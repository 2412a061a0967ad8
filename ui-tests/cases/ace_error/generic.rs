//! A type that is many types.
//!
//! Mistakes: 2

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError<T, const N: usize> {
    #[error("busy")]
    #[ace(park)]
    Busy([T; N]),
}

fn main() {}
