//! A lifetime parameter.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell<'a>(_bell: Message<&'a str>) {}

fn main() {}
