//! An error that borrows.

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError<'a> {
    #[error("busy")]
    #[ace(park)]
    Busy(&'a str),
}

fn main() {}
