//! A listener as a process of its own: it prints what it runs, and obeys lines on its standard input.
#![allow(clippy::print_stdout, reason = "the test that started it reads it")]

use std::{io::BufRead as _, sync::Arc, time::Duration};

use acemq::{App, prelude::*};
use tokio::sync::Semaphore;

/// What a message asks of its handler.
#[derive(serde::Deserialize)]
struct Job {
    number: u64,
    #[serde(rename = "do")]
    task: Task,
}

#[derive(Clone, Copy, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Task {
    /// Nothing.
    Accept,
    /// Fails on the first attempt.
    FailOnce,
    /// Waits for a line on the standard input.
    Hold,
    /// Blocks its thread for a minute.
    Block,
}

/// One permit for each line that was read.
struct Lines(Arc<Semaphore>);

impl Lines {
    fn read() -> Self {
        let lines = Arc::new(Semaphore::new(0));
        let read = Arc::clone(&lines);
        // Ends with the input, or with the process.
        std::thread::spawn(move || {
            for _line in std::io::stdin().lock().lines() {
                read.add_permits(1);
            }
        });
        Self(lines)
    }
}

#[ace_listener(queue = "${queue}", retry = "fixed(2, 20s)")]
async fn work(job: Job, attempt: Attempt, lines: State<Lines>) -> Result<(), String> {
    println!("run {} {}", job.number, attempt.get());
    match job.task {
        Task::FailOnce if attempt.is_first() => return Err("not yet".to_owned()),
        Task::Accept | Task::FailOnce => {}
        Task::Hold => lines.0.0.acquire().await.map_err(|error| error.to_string())?.forget(),
        Task::Block => std::thread::sleep(Duration::from_mins(1)),
    }
    println!("done {}", job.number);
    Ok(())
}

#[tokio::main]
async fn main() -> acemq::Result<Drained> {
    let app = App::new(Config::load()?);
    if std::env::var_os("WITHOUT_STATE").is_some() {
        return app.run().await;
    }
    app.state(Lines::read()).run().await
}
