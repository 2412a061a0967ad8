//! A value in parentheses.

use acemq::prelude::*;

#[ace_listener(queue("bells"))]
async fn on_bell() {}

fn main() {}
