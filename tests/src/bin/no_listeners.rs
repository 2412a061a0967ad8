//! A program without a listener: it cannot start, and says why.

use acemq::{Config, Drained};

#[tokio::main]
async fn main() -> acemq::Result<Drained> {
    acemq::run(Config::load()?).await
}
