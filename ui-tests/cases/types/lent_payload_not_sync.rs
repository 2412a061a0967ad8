//! Only what is shared between threads can be lent across an await.
//!
//! Words: the compiler's

use acemq::prelude::*;

use std::cell::Cell;

#[derive(serde::Deserialize)]
struct Bell(Cell<u32>);

#[ace_listener(queue = "bells")]
async fn on_bell(bell: &Bell) {
    bell.0.set(1);
    ring().await;
    bell.0.set(2);
}

async fn ring() {}

fn main() {}
