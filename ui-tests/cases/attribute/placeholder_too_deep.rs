//! Placeholders inside of each other have an end.

use acemq::prelude::*;

#[ace_listener(queue = "${a:${a:${a:${a:${a:${a:${a:${a:${a:${a:${a:${a:${a:${a:${a:${a:${a:${a:${a:${a:x}}}}}}}}}}}}}}}}}}}}")]
async fn on_bell() {}

fn main() {}
