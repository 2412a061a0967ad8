//! The one key that is required, with a typo: one error, not two.

use acemq::prelude::*;

#[ace_listener(queu = "bells")]
async fn on_bell() {}

fn main() {}
