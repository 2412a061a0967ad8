//! A word that is no mark.

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("no account")]
    #[ace(drop)]
    NoAccount,
}

fn main() {}
