//! Every key at once.

use acemq::prelude::*;

mod reexport {
    pub use acemq;
}

#[ace_listener(
    queue = "${bells.queue:bells}",
    id = "ringer",
    retry = "exponential(5, 2s, 30s, jitter = 0.1)",
    idempotent = "db",
    idempotency_key = "header:x-request-id",
    prefetch = 50,
    concurrency = 4,
    auto_startup = "${bells.enabled:true}",
    codec = "json",
    on_exhausted = "republish(bells.failed, )",
    timeout = "20s",
    order = -1,
    consumer_arguments(x-priority = -10, x-cancel-on-ha-failover = true, "x-team" = "bells"),
    crate = reexport::acemq,
)]
async fn on_bell() {}

fn main() {}
