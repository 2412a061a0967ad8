//! A program whose listeners are all in a library crate.
//!
//! Run it: `cargo run -p listeners-in-other-crates`. It needs no broker and ends at once.
#![allow(clippy::print_stdout, reason = "it speaks to a person at a terminal")]

use std::{collections::BTreeMap, time::Duration};

use acemq::prelude::*;
use anyhow::{Context as _, ensure};
use tokio::{sync::mpsc, time::timeout};

// Without this line the program has no listener: nothing else in it names the crate, so the compiler leaves it out.
use billing as _;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let (seen, mut handled) = mpsc::unbounded_channel::<String>();
    let config = Config::from_toml("url = 'memory://billing'")?;
    // Stops the start when one of them is not there: a line that somebody tidied away is noticed before a queue fills up.
    let app = App::new(config).expect_listeners(&["on_invoice", "on_refund"]);
    let running = app.state(seen).start().await?;

    let mq = running.mq();
    mq.publisher("", "billing.invoices").send(&BTreeMap::from([("number", 7)])).await?;
    mq.publisher("", "billing.refunds").send(&BTreeMap::from([("invoice", 7)])).await?;
    let mut both = Vec::new();
    while both.len() < 2 {
        both.push(timeout(Duration::from_secs(5), handled.recv()).await?.context("the listeners are gone")?);
    }
    both.sort();
    println!("handled in the library: {}", both.join(", "));
    ensure!(both == ["invoice 7", "refund of invoice 7"], "something else was handled");

    ensure!(running.drain().await.is_clean(), "a handler was left behind");
    Ok(())
}
