//! A value for a mark that takes none.
//!
//! Mistakes: 2

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("no account")]
    #[ace(fatal = true)]
    NoAccount,
    #[error("odd")]
    #[ace(park("odd"))]
    Odd,
}

fn main() {}
