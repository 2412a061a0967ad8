//! What `tests/services` exports, and the commands that it names.

use std::{ffi::OsStr, process::Command};

/// The URL of the broker that the tests own.
pub fn amqp_url() -> String {
    variable("ACEMQ_TEST_AMQP_URL")
}

/// Runs `rabbitmqctl` against the tests' broker and returns what it printed.
pub fn rabbitmqctl(arguments: &[&str]) -> String {
    run(Command::new(variable("ACEMQ_TEST_RABBITMQCTL")).arg("--quiet").args(arguments))
}

/// Runs one of the scripts that stop and start the tests' broker: `RESTART`, `KILL` or `START`.
pub fn script(which: &str) {
    run(&mut Command::new(variable(&format!("ACEMQ_TEST_RABBITMQ_{which}"))));
}

/// Publishes with the stock client: no header, and of the properties what it sets by itself.
pub fn amqp_publish(queue: &str, body: &str) {
    let mut command = Command::new(variable("ACEMQ_TEST_AMQP_PUBLISH"));
    run(command.args(["--url", &amqp_url(), "--routing-key", queue, "--body", body]));
}

fn variable(name: &str) -> String {
    match std::env::var(name) {
        Ok(value) if !value.is_empty() => value,
        Ok(_) | Err(_) => panic!("{name} is not set: this test needs a broker; run `make test`"),
    }
}

fn run(command: &mut Command) -> String {
    let program = command.get_program().to_os_string();
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{} cannot be run: {error}", text(&program)));
    assert!(
        output.status.success(),
        "{} ended with {}\n{}{}",
        text(&program),
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn text(program: &OsStr) -> String {
    program.to_string_lossy().into_owned()
}
