//! No parentheses at all.

use acemq::prelude::*;

#[ace_listener]
async fn on_bell() {}

fn main() {}
