//! A type parameter.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell<T: serde::de::DeserializeOwned>(_bell: T) {}

fn main() {}
