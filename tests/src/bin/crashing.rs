//! Two listeners in a process that a message can kill.
#![allow(clippy::print_stdout, reason = "the test that started it reads it")]

use acemq::{App, prelude::*};

/// What a message asks of its handler.
#[derive(Clone, Copy, serde::Deserialize)]
struct Job {
    number: u64,
    kills: bool,
}

impl Job {
    fn work(self) {
        println!("run {}", self.number);
        if self.kills {
            std::process::abort();
        }
        println!("done {}", self.number);
    }
}

#[ace_listener(queue = "${queue}")]
async fn first(job: Job) {
    job.work();
}

#[ace_listener(queue = "${queue}.second", order = 1)]
async fn second(job: Job) {
    job.work();
}

#[tokio::main]
async fn main() -> acemq::Result<Drained> {
    let app = App::new(Config::load()?);
    match std::env::var("LISTENERS").as_deref() {
        Ok("both") => app.run().await,
        _ => app.only(&["first"]).run().await,
    }
}
