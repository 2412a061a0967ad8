//! A type that is no error.
//!
//! Words: the compiler's

use acemq::prelude::*;

#[derive(Debug, AceError)]
#[ace(fatal)]
struct Closed;

impl std::fmt::Display for Closed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("closed")
    }
}

fn main() {}
