//! A handler that cannot move between threads.
//!
//! Words: the compiler's

use acemq::prelude::*;

use std::rc::Rc;

async fn ring() {}

#[ace_listener(queue = "bells")]
async fn on_bell() {
    let rope = Rc::new(1);
    ring().await;
    drop(rope);
}

fn main() {}
