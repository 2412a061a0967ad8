//! The error inside has nothing to say.

use acemq::prelude::*;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error(transparent)]
    #[ace(transparent)]
    Bank(std::io::Error),
}

fn main() {}
