//! What the application shares: traits, static texts, functions.

use acemq::prelude::*;

use std::sync::Arc;

trait Gateway: Send + Sync {}

#[ace_listener(queue = "bells")]
async fn on_bell(
    gateway: State<Arc<dyn Gateway>>,
    name: State<&'static str>,
    call: State<for<'a> fn(&'a str) -> &'a str>,
    boxed: &State<Box<dyn Fn(&str) -> u32 + Send + Sync>>,
) {
    let _ = (gateway, name, call, boxed);
}

fn main() {}
