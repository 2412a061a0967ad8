//! Two listeners in a process that a message can kill.
#![allow(clippy::print_stdout, reason = "the test that started it reads it")]

use std::time::Duration;

use acemq::{App, prelude::*};
use tokio::time::sleep;

/// What a message asks of its handler.
#[derive(Clone, Copy, serde::Deserialize)]
struct Job {
    number: u64,
    kills: bool,
}

/// Kills in the midst of its work.
#[ace_listener(queue = "${queue}")]
async fn first(job: Job) {
    println!("run {}", job.number);
    if job.kills {
        sleep(Duration::from_millis(50)).await;
        std::process::abort();
    }
    println!("done {}", job.number);
}

/// Works longer than the other one takes to kill, and has taken its messages before that one begins.
#[ace_listener(queue = "${queue}.second", order = -1)]
async fn second(job: Job) {
    println!("run {}", job.number);
    sleep(Duration::from_millis(300)).await;
    println!("done {}", job.number);
}

#[tokio::main]
async fn main() -> acemq::Result<Drained> {
    let app = App::new(Config::load()?);
    match std::env::var("LISTENERS").as_deref() {
        Ok("both") => app.run().await,
        _ => app.only(&["first"]).run().await,
    }
}
