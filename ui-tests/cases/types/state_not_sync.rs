//! State that may move between threads and cannot be shared by them.

use acemq::prelude::*;

use std::cell::RefCell;

#[ace_listener(queue = "bells")]
async fn on_bell(_count: State<RefCell<u32>>) {}

fn main() {}
