//! A program of this package as a process of its own.

use std::{
    process::{ExitStatus, Stdio},
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
};

use crate::journey::{DEADLINE, within};

/// A running program: killed when it is dropped.
#[derive(Debug)]
pub struct Program {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    input: Option<ChildStdin>,
    printed: Vec<String>,
}

impl Program {
    /// Starts a program with these settings as `ACEMQ_…` variables and without those that the tests use.
    pub fn start(path: &str, settings: &[(&str, &str)]) -> Self {
        let mut command = Command::new(path);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("ACEMQ_") {
                command.env_remove(name);
            }
        }
        command.envs(settings.iter().copied()).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{path}: {error}"));
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let input = child.stdin.take();
        Self { child, lines, input, printed: Vec::new() }
    }

    /// Reads until the program prints this line.
    pub async fn prints(&mut self, line: &str) {
        self.prints_within(DEADLINE, line).await;
    }

    /// The same with a deadline of its own.
    pub async fn prints_within(&mut self, deadline: Duration, line: &str) {
        // Stops at the line, at the end of the output and at the deadline.
        let reading = async {
            loop {
                match self.lines.next_line().await.expect("its output") {
                    Some(printed) if printed == line => {
                        self.printed.push(printed);
                        return true;
                    }
                    Some(printed) => self.printed.push(printed),
                    None => return false,
                }
            }
        };
        match tokio::time::timeout(deadline, reading).await {
            Ok(true) => {}
            Ok(false) => {
                let errors = self.errors().await;
                panic!("ended without `{line}`: {:#?}\n{errors}", self.printed)
            }
            Err(_elapsed) => panic!("no `{line}` within {deadline:?}: {:#?}", self.printed),
        }
    }

    /// The next line that it prints; `None` when its output has ended.
    pub async fn next_line(&mut self) -> Option<String> {
        let line =
            within("a line, or the end of its output", self.lines.next_line()).await.expect("its output");
        self.printed.extend(line.clone());
        line
    }

    /// Resolves when its output ends.
    pub async fn output_ends(&mut self) {
        while let Some(line) = self.lines.next_line().await.expect("its output") {
            self.printed.push(line);
        }
    }

    /// What it has printed so far, as far as it was read.
    pub fn printed(&self) -> &[String] {
        &self.printed
    }

    /// Writes a line to its standard input.
    pub async fn tell(&mut self, line: &str) {
        let input = self.input.as_mut().expect("its input");
        input.write_all(format!("{line}\n").as_bytes()).await.expect("it reads");
    }

    /// Sends it SIGTERM.
    pub async fn terminate(&self) {
        let pid = self.child.id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status().await.expect("kill");
        assert!(sent.success(), "no signal for {pid}");
    }

    /// Waits for its end: the status, how long that took, and what it wrote to its standard error.
    pub async fn ends(&mut self) -> (ExitStatus, Duration, String) {
        let since = Instant::now();
        let errors = within("the end of its output", self.errors()).await;
        let status = within("the end of the program", self.child.wait()).await.expect("its status");
        let took = since.elapsed();
        while let Some(line) = self.lines.next_line().await.expect("its output") {
            self.printed.push(line);
        }
        (status, took, errors)
    }

    async fn errors(&mut self) -> String {
        let mut text = String::new();
        if let Some(mut stream) = self.child.stderr.take() {
            stream.read_to_string(&mut text).await.expect("its errors");
        }
        text
    }
}
