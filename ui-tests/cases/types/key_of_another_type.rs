//! The function takes the key of something else.
//!
//! Words: the compiler's

use acemq::prelude::*;

#[derive(serde::Deserialize)]
struct Bell;

#[derive(serde::Deserialize)]
struct Gong;

fn gong_key(_gong: &Gong) -> String {
    String::new()
}

#[ace_listener(queue = "bells", idempotent = "db", idempotency_key = gong_key)]
async fn on_bell(_bell: Bell, _attempt: Attempt) {}

fn main() {}
