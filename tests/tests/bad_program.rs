//! A program in which everything is wrong that can be: one error says all of it, and nothing is declared.
//!
//! A file of its own: its listeners stop every start, whoever else is chosen.
#![cfg(test)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail as tests do"
)]

use acemq::{App, ErrorKind, prelude::*};
use acemq_tests::{Rig, journey};

/// A state that nobody registers.
struct Ledger;

#[ace_listener(queue = "${queue}", id = "twice", retry = "fixed(3, 1s)")]
async fn first(_amount: i64) {}

#[ace_listener(queue = "${queue}.second", id = "twice")]
async fn second(_amount: i64) {}

#[ace_listener(queue = "${queue}.stateful")]
async fn stateful(_amount: i64, _ledger: State<Ledger>) {}

#[ace_listener(queue = "${queue}.storing", idempotent = "ledgr")]
async fn storing(_amount: i64) {}

#[ace_listener(queue = "${nobody.set.this}")]
async fn unfilled(_amount: i64) {}

#[ace_listener(queue = "${queue}.empty")]
async fn empty(_amount: i64) {}

#[ace_listener(queue = "${queue}.long")]
async fn long(_amount: i64) {}

#[ace_listener(queue = "${queue}.reserved")]
async fn reserved(_amount: i64) {}

fn everything_wrong(rig: &Rig) -> App {
    let config = rig
        .config()
        .with("listener.prefech", 5)
        .with("listener.concurrency", 0)
        .with("listener.retry", "fixed(0, 1s)")
        .with("username", "shop")
        .with("listeners.empty.queue", "")
        .with("listeners.long.queue", "q".repeat(256))
        .with("listeners.reserved.queue", "amq.orders")
        .with("listeners.nobody.prefetch", 5);
    App::new(config)
}

/// The fault that names all of these.
fn has(report: &[String], parts: &[&str]) {
    let found = report.iter().any(|fault| parts.iter().all(|part| fault.contains(part)));
    assert!(found, "no fault with {parts:?} in:\n{}", report.join("\n"));
}

journey! {
    async fn everything_that_is_wrong_is_one_error_and_nothing_is_declared(rig: Rig) {
        let error = everything_wrong(&rig).start().await.expect_err("everything is wrong");
        assert_eq!(error.kind(), ErrorKind::StartUp);
        let report: Vec<String> = error.faults().iter().map(ToString::to_string).collect();
        has(&report, &["prefech", "unknown key", "prefetch"]);
        has(&report, &["concurrency", "0"]);
        has(&report, &["retry", "attempts"]);
        has(&report, &["username", "password"]);
        has(&report, &["bad_program.rs:", "twice"]);
        has(&report, &["bad_program.rs:", "stateful", "Ledger"]);
        has(&report, &["bad_program.rs:", "storing", "ledgr"]);
        has(&report, &["bad_program.rs:", "nobody.set.this"]);
        has(&report, &["empty", "queue"]);
        has(&report, &["long", "255"]);
        has(&report, &["reserved", "amq."]);
        has(&report, &["listeners.nobody"]);
        assert!(!rig.has_queue(&rig.queue).await);
        for suffix in ["dlq", "parked", "second", "stateful", "storing"] {
            assert!(!rig.has_queue(&rig.named(suffix)).await, "{suffix}");
        }
        if rig.transport == acemq_tests::Transport::Memory {
            assert!(!rig.has_exchange("acemq.dlx").await && !rig.has_exchange("acemq.retry").await);
        }
    }
}

journey! {
    async fn an_unknown_scheme_is_told_with_all_the_rest(rig: Rig) {
        let config = rig.config().with("url", "ftp://localhost").with("listener.prefech", 5);
        let error = App::new(config).start().await.expect_err("no such scheme");
        let report: Vec<String> = error.faults().iter().map(ToString::to_string).collect();
        has(&report, &["url", "ftp", "amqp://"]);
        has(&report, &["prefech"]);
        has(&report, &["stateful", "Ledger"]);
        assert!(!rig.has_queue(&rig.queue).await);
    }
}
