//! An error that borrows.
//!
//! Words: the compiler's

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bell: String) -> Result<(), &str> {
    Ok(())
}

fn main() {}
