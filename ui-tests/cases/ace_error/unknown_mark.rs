//! A mark is misspelt.

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("no account")]
    #[ace(fatel)]
    NoAccount,
}

fn main() {}
