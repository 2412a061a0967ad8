//! A program that cannot find its listeners runs those that it is handed.
//!
//! `cargo test -p acemq --no-default-features --test without_inventory` builds it; with the feature `inventory` it is empty.
#![cfg(test)]
#![cfg(not(feature = "inventory"))]

use std::time::Duration;

use acemq::{listener, prelude::*};
use tokio::{sync::mpsc, time::timeout};

#[derive(Debug, AceError)]
enum Refused {
    #[ace(park)]
    Odd,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an odd number")
    }
}

impl std::error::Error for Refused {}

#[ace_listener(queue = "numbers")]
async fn on_number(number: u32, heard: State<mpsc::UnboundedSender<u32>>) -> Result<(), Refused> {
    heard.send(number).expect("somebody listens");
    if number % 2 == 1 { Err(Refused::Odd) } else { Ok(()) }
}

#[ace_listener(queue = "nobody-names-this")]
async fn on_nothing() {}

fn config(name: &str) -> Config {
    Config::from_toml("").expect("a configuration").with("url", format!("memory://{name}"))
}

#[tokio::test]
async fn a_listener_that_is_handed_over_runs_and_its_errors_are_read() {
    let (sender, mut heard) = mpsc::unbounded_channel();
    let app = App::new(config("handed-over")).state(sender);
    let running =
        app.listener(listener!(on_number)).error_type::<Refused>().start().await.expect("it starts");
    let mq = running.mq();
    for number in [2_u32, 3] {
        mq.publisher("", "numbers").send(&number).await.expect("published");
        let number_heard = timeout(Duration::from_secs(10), heard.recv()).await.expect("in time");
        assert_eq!(number_heard, Some(number));
    }
    let mut parked = 0;
    while parked == 0 {
        parked = mq.message_count("numbers.parked").await.expect("counted");
        tokio::task::yield_now().await;
    }
    assert_eq!(mq.message_count("numbers.dlq").await.expect("counted"), 0);
    assert!(running.drain().await.is_clean());
}

#[tokio::test]
async fn a_listener_that_nobody_names_is_not_there() {
    let error = App::new(config("unnamed")).start().await.expect_err("no listener");
    assert!(error.to_string().contains("this program has no listener"), "{error}");
}

#[tokio::test]
async fn a_listener_that_is_named_twice_runs_once() {
    let app = App::new(config("named-twice")).listener(listener!(on_nothing)).listener(listener!(on_nothing));
    assert!(app.start().await.expect("it starts").drain().await.is_clean());
}
