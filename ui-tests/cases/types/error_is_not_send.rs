//! An error that cannot leave its thread.

use acemq::prelude::*;

use std::rc::Rc;

#[derive(Debug)]
struct Cracked(#[allow(dead_code)] Rc<str>);

impl std::fmt::Display for Cracked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cracked")
    }
}

impl std::error::Error for Cracked {}

#[ace_listener(queue = "bells")]
async fn on_bell() -> Result<(), Cracked> {
    Ok(())
}

fn main() {}
