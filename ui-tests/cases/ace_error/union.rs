//! A union.

use acemq::prelude::*;

#[derive(AceError)]
#[ace(fatal)]
union PaymentError {
    number: u8,
    flag: bool,
}

fn main() {}
