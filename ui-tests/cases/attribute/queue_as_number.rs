//! A queue's name is a text.

use acemq::prelude::*;

#[ace_listener(queue = 7)]
async fn on_bell() {}

fn main() {}
