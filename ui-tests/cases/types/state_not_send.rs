//! State that cannot be shared between threads.

use acemq::prelude::*;

use std::rc::Rc;

#[ace_listener(queue = "bells")]
async fn on_bell(_rope: State<Rc<u32>>) {}

fn main() {}
