//! A lock that is held while the handler waits.
//!
//! Words: the compiler's

use acemq::prelude::*;

use std::sync::Mutex;

#[ace_listener(queue = "bells")]
async fn on_bell(State(count): State<Mutex<u32>>) {
    let mut count = count.lock().unwrap();
    ring().await;
    *count += 1;
}

async fn ring() {}

fn main() {}
