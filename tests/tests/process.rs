//! Whole processes: what they do on a signal, and with which exit code they end.
#![cfg(test)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail as tests do"
)]

use std::time::Duration;

use acemq_tests::{Program, Raw, Rig, block_on};

const WORKER: &str = env!("CARGO_BIN_EXE_worker");
const NO_LISTENERS: &str = env!("CARGO_BIN_EXE_no_listeners");

fn worker(rig: &Rig, more: &[(&str, &str)]) -> Program {
    let settings = [("ACEMQ_URL", rig.url()), ("QUEUE", rig.queue.as_str())];
    Program::start(WORKER, &[&settings, more].concat())
}

async fn queue(test: &str) -> Rig {
    let rig = Rig::rabbitmq(test).await;
    rig.declare_queue(&rig.queue, &[("x-queue-type", "quorum".into())]).await;
    rig
}

fn job(number: u64, task: &str) -> Raw {
    Raw::body(format!(r#"{{"number": {number}, "do": "{task}"}}"#)).id(&format!("job-{number}"))
}

#[test]
fn sigterm_drains_what_runs_returns_what_has_not_started_and_hands_waits_to_the_broker() {
    block_on(async {
        let rig = queue("sigterm_drains").await;
        rig.publish(job(0, "fail-once")).await;
        rig.publish(job(1, "hold")).await;
        for number in 2..=30 {
            rig.publish(job(number, "accept")).await;
        }
        let mut first = worker(&rig, &[]);
        first.prints("run 0 1").await;
        first.prints("run 1 1").await;
        rig.until_ready(&rig.queue, 0).await;
        first.terminate().await;
        // The drain does not sit through the 20 s: the wait goes on in the broker, whole.
        rig.until_ready(&rig.named("retry.20s.quorum"), 1).await;
        first.tell("go").await;
        first.prints("done 1").await;
        let (status, took, errors) = first.ends().await;
        assert_eq!(status.code(), Some(0), "{errors}");
        assert!(took < Duration::from_secs(1), "it ended {took:?} after its handler");
        assert_eq!(first.printed(), ["run 0 1", "run 1 1", "done 1"]);
        rig.until_ready(&rig.queue, 29).await;

        let mut second = worker(&rig, &[]);
        second.prints_within(Duration::from_secs(25), "run 0 2").await;
        second.prints("done 0").await;
        second.terminate().await;
        assert_eq!(second.ends().await.0.code(), Some(0));
        let returned = (2..=30).flat_map(|number| [format!("run {number} 1"), format!("done {number}")]);
        let waited = ["run 0 2".to_owned(), "done 0".to_owned()];
        assert_eq!(second.printed(), returned.chain(waited).collect::<Vec<_>>());
        rig.expect_empty(&rig.queue).await;
        rig.expect_empty(&rig.named("dlq")).await;
    });
}

#[test]
fn a_drain_that_overran_ends_with_75() {
    block_on(async {
        let rig = queue("a_drain_that_overran").await;
        rig.publish(job(1, "hold")).await;
        let mut program = worker(&rig, &[("ACEMQ_LISTENER__SHUTDOWN_TIMEOUT", "300ms")]);
        program.prints("run 1 1").await;
        program.terminate().await;
        let (status, took, errors) = program.ends().await;
        assert_eq!(status.code(), Some(75), "{errors}");
        assert!(took >= Duration::from_millis(250) && took < Duration::from_secs(3), "{took:?}");
        rig.until_ready(&rig.queue, 1).await;
    });
}

#[test]
fn a_handler_that_blocks_its_thread_does_not_keep_the_process() {
    block_on(async {
        let rig = queue("a_handler_that_blocks").await;
        rig.publish(job(1, "block")).await;
        let mut program = worker(&rig, &[("ACEMQ_LISTENER__SHUTDOWN_TIMEOUT", "300ms")]);
        program.prints("run 1 1").await;
        program.terminate().await;
        let (status, took, errors) = program.ends().await;
        assert_eq!(status.code(), Some(75), "{errors}");
        assert!(took < Duration::from_secs(6), "{took:?}");
        rig.until_ready(&rig.queue, 1).await;
    });
}

#[test]
fn a_second_signal_ends_the_process_at_once() {
    block_on(async {
        let rig = queue("a_second_signal").await;
        rig.publish(job(0, "fail-once")).await;
        rig.publish(job(1, "hold")).await;
        let mut program = worker(&rig, &[]);
        program.prints("run 1 1").await;
        program.terminate().await;
        // The first signal has arrived: the wait is handed over.
        rig.until_ready(&rig.named("retry.20s.quorum"), 1).await;
        program.terminate().await;
        let (status, took, errors) = program.ends().await;
        assert_eq!(status.code(), Some(143), "{errors}");
        assert!(took < Duration::from_secs(1), "{took:?}");
        rig.until_ready(&rig.queue, 1).await;
    });
}

async fn fails_to_start(program: &str, settings: &[(&str, &str)], report: &[&str]) {
    let mut program = Program::start(program, settings);
    let (status, _, errors) = program.ends().await;
    assert_eq!(status.code(), Some(1), "{errors}");
    for part in report {
        assert!(errors.contains(part), "no `{part}` in:\n{errors}");
    }
}

#[test]
fn a_wrong_setting_ends_with_1_and_a_report() {
    block_on(async {
        let settings =
            [("ACEMQ_LISTENER__PREFECH", "5"), ("QUEUE", "orders"), ("ACEMQ_URL", "memory://orders")];
        let report = ["ACEMQ_LISTENER__PREFECH", "unknown setting", "ACEMQ_LISTENER__PREFETCH`"];
        fails_to_start(WORKER, &settings, &report).await;
    });
}

#[test]
fn a_missing_state_ends_with_1_and_names_listener_and_type() {
    block_on(async {
        let settings = [("WITHOUT_STATE", "1"), ("QUEUE", "orders"), ("ACEMQ_URL", "memory://orders")];
        let report = ["worker::work", "worker::Lines", "src/bin/worker.rs:", "App::new(config).state("];
        fails_to_start(WORKER, &settings, &report).await;
    });
}

#[test]
fn a_program_without_listeners_ends_with_1_and_says_how_one_is_made() {
    block_on(async {
        let report = ["this program has no listener", "#[ace_listener(queue", "allow-no-listeners"];
        fails_to_start(NO_LISTENERS, &[("ACEMQ_URL", "memory://orders")], &report).await;
    });
}

#[test]
fn an_unreachable_broker_ends_with_1_when_it_is_not_waited_for() {
    block_on(async {
        let url = "amqp://shop:s3cret@127.0.0.1:1";
        let settings = [("ACEMQ_URL", url), ("ACEMQ_STARTUP", "fail-fast"), ("QUEUE", "orders")];
        let mut program = Program::start(WORKER, &settings);
        let (status, _, errors) = program.ends().await;
        assert_eq!(status.code(), Some(1), "{errors}");
        assert!(errors.contains("127.0.0.1:1") && errors.contains("url"), "{errors}");
        assert!(!errors.contains("s3cret"), "{errors}");
    });
}

/// A variable that names a file which cannot be named is a fault like every other, not an absent file.
#[cfg(unix)]
#[test]
fn a_config_variable_that_is_not_unicode_stops_the_start() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _, process::Command};

    let mut program = Command::new(NO_LISTENERS);
    let ended = program.env("ACEMQ_CONFIG", OsStr::from_bytes(b"\xff.toml")).output().expect("it ends");
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert!(errors.contains("ACEMQ_CONFIG") && errors.contains("not Unicode"), "{errors}");
    assert_eq!(ended.status.code(), Some(1));
}
