//! A function whose name is a keyword.

use acemq::prelude::*;

#[ace_listener(queue = "types")]
async fn r#type(r#struct: String) {
    let _ = r#struct;
}

fn main() {}
