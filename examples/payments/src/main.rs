//! Payments through one listener: some fine, some that fail and are tried again, some that never can succeed.
//!
//! Run it: `cargo run -p payments`; it needs no broker and takes some ten seconds. With a broker: `cargo run -p payments --
//! --url amqp://guest:guest@localhost:5672`. The listener is in `listener.rs`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it speaks to a person at a terminal")]

mod arguments;
mod clerk;
mod gateway;
mod journal;
mod listener;
mod report;
mod samples;

use std::{
    process::ExitCode,
    time::{Duration, UNIX_EPOCH},
};

use acemq::{App, Config, Outgoing, Running};
use anyhow::ensure;
use tokio::{sync::mpsc, time::Instant};

use crate::{arguments::Command, journal::Journal, samples::Sample};

/// The last payment is taken after 7.2 s at most: 2 s and 4 s, and a fifth more.
const WITHIN: Duration = Duration::from_secs(18);

#[tokio::main]
async fn main() -> ExitCode {
    match arguments::read(std::env::args().skip(1)) {
        Ok(Command::Help) => println!("{}", arguments::HELP),
        Ok(Command::Run { url }) => {
            if let Err(error) = run(&url).await {
                eprintln!("payments: {error:#}");
                return ExitCode::FAILURE;
            }
        }
        Err(error) => {
            eprintln!("payments: {error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

async fn run(url: &str) -> anyhow::Result<()> {
    let samples = samples::read(&format!("{:x}", UNIX_EPOCH.elapsed()?.as_millis()));
    let (events, mut seen) = mpsc::unbounded_channel();
    gateway::open(samples::failures(&samples), events.clone());

    // A service says `Config::load()?`, which reads `acemq.toml` in its working directory and the `ACEMQ_…` variables.
    let config = Config::from_file(concat!(env!("CARGO_MANIFEST_DIR"), "/acemq.toml"))?.with("url", url);
    // It would then say `App::new(config).run().await`: that returns after a SIGTERM or Ctrl-C. This one stops by itself.
    let service = App::new(config.clone()).only(&["on_payment"]).start().await?;
    // The clerk declares nothing: nobody wants a dead-letter queue of the dead-letter queue.
    let clerk = App::new(config.with("topology.apply", "none")).only(&["on_dead_letter", "on_parked"]);
    let clerk = clerk.state(events).start().await?;

    println!("{} messages go to payments.new on {}", samples.len(), without_password(url));
    println!(
        "the provider fails now and then, and the listener retries after 2 s, then 4 s: some 7 s until the table\n"
    );
    let started = Instant::now();
    publish(&service, &samples).await?;
    let mut journal = Journal::default();
    while !journal.is_complete(&samples) {
        match tokio::time::timeout_at(started + WITHIN, seen.recv()).await {
            Ok(Some(event)) => journal.note(event),
            // Too late, or nobody is left who could tell: the table shows how far it came.
            Ok(None) | Err(_) => break,
        }
    }

    let drained = [service.drain().await, clerk.drain().await];
    println!("{}\n", report::table(&samples, &journal));
    println!("{}", report::sums(&samples, &journal));
    let surprises = journal.surprises(&samples);
    ensure!(surprises.is_empty(), "not as expected:\n  {}", surprises.join("\n  "));
    ensure!(drained.iter().all(acemq::Drained::is_clean), "the drain left handlers behind: {drained:?}");
    println!("all as expected, and drained, after {:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// Publishes the samples one after the other, so that they arrive in the file's order.
async fn publish(service: &Running, samples: &[Sample]) -> acemq::Result<()> {
    // The default exchange: its routing key is the name of a queue.
    let publisher = service.mq().publisher("", "payments.new");
    for sample in samples {
        publisher.send_message(Outgoing::new(&sample.body).id(&sample.id)).await?;
    }
    Ok(())
}

fn without_password(url: &str) -> &str {
    match url.rsplit_once('@') {
        Some((_, address)) => address,
        None => url,
    }
}
