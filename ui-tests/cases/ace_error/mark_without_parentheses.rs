//! The attribute without its parentheses, and with nothing in them.
//!
//! Mistakes: 3

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("no account")]
    #[ace]
    NoAccount,
    #[error("odd")]
    #[ace()]
    Odd,
    #[error("busy")]
    #[ace = "fatal"]
    Busy,
}

fn main() {}
