//! The queue alone, as other frameworks take it.

use acemq::prelude::*;

#[ace_listener("bells")]
async fn on_bell() {}

fn main() {}
