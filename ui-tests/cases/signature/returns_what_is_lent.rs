//! An error that borrows from an argument.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(bell: &String) -> Result<(), &str> {
    Err(bell)
}

fn main() {}
