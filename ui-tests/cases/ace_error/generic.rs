//! A type that is many types.

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError<T> {
    #[error("busy")]
    #[ace(park)]
    Busy(T),
}

fn main() {}
