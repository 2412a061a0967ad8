//! A return type that nobody can name, inside another.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: String) -> Result<(), impl std::error::Error> {
    Err(std::fmt::Error)
}

fn main() {}
