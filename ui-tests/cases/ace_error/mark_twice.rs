//! The same mark twice.

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("no account")]
    #[ace(fatal)]
    #[ace(fatal)]
    NoAccount,
}

fn main() {}
