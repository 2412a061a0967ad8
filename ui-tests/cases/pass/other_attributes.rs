//! Documentation and other attributes, above and below.

use acemq::prelude::*;

/// Above.
#[must_use = "of no importance"]
#[tracing::instrument(skip_all)]
#[ace_listener(queue = "bells")]
/// Below.
#[tracing::instrument]
#[inline]
async fn on_bell(attempt: Attempt) -> Result<(), String> {
    tracing::info!("heard");
    Ok(())
}

#[ace_listener(queue = "gongs")]
#[tracing::instrument(ret, err)]
async fn on_gong(gong: String) -> Result<(), String> {
    Err(gong)
}

fn main() {}
