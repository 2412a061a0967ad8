//! A mark, and a wait, as a bare text.
//!
//! Mistakes: 2

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("no account")]
    #[ace("fatal")]
    NoAccount,
    #[error("busy")]
    #[ace("30s")]
    Busy,
}

fn main() {}
