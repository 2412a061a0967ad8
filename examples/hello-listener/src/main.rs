//! The smallest application: one listener, one message.
//!
//! Run it: `cargo run -p hello-listener`. It needs no broker and ends at once.
#![allow(clippy::print_stdout, reason = "it speaks to a person at a terminal")]

use std::time::Duration;

use acemq::prelude::*;
use anyhow::{Context as _, ensure};
use tokio::{sync::mpsc, time::timeout};

#[ace_listener(queue = "greetings")]
async fn on_greeting(name: String, seen: State<mpsc::UnboundedSender<String>>) -> anyhow::Result<()> {
    seen.send(name)?;
    Ok(())
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let (seen, mut names) = mpsc::unbounded_channel::<String>();
    // A broker inside the process. `Config::load()?` reads the file and the variables of a real service instead.
    let config = Config::from_toml("url = 'memory://hello'")?;
    let running = App::new(config).state(seen).start().await?;

    // The default exchange: its routing key is the name of a queue.
    running.mq().publisher("", "greetings").send("world").await?;
    let name = timeout(Duration::from_secs(5), names.recv()).await?.context("the listener is gone")?;
    println!("hello, {name}");
    ensure!(name == "world", "another name was sent");

    ensure!(running.drain().await.is_clean(), "a handler was left behind");
    Ok(())
}
