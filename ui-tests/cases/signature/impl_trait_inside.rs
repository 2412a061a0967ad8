//! A type that nobody can name, inside another.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(_bells: Vec<impl Send>) {}

fn main() {}
