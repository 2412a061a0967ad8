//! A drain that overruns tells the handlers that asked, and no others, and keeps the answers that they give then.
//!
//! On the paused clock, so that moments can be compared: in memory alone.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use acemq::{App, CancelCause, Running, prelude::*};
use acemq_tests::{BoxError, Raw, Rig};
use tokio::{
    sync::{Notify, watch},
    time::Instant,
};

use crate::listeners::finish;

const DEADLINE: Duration = Duration::from_secs(10);
/// What a handler that was told may take at most.
const LAST_WORD: Duration = Duration::from_millis(500);

/// What a handler does, and what it tells of itself.
#[derive(Clone)]
struct Stage(Arc<Inner>);

struct Inner {
    answer: fn() -> Result<Ack, BoxError>,
    started: watch::Sender<usize>,
    go_on: Notify,
    ended: Mutex<Vec<(Instant, Option<CancelCause>)>>,
}

impl Stage {
    fn new(answer: fn() -> Result<Ack, BoxError>) -> Self {
        let (started, go_on, ended) = (watch::Sender::new(0), Notify::new(), Mutex::default());
        Self(Arc::new(Inner { answer, started, go_on, ended }))
    }

    fn starts(&self) {
        self.0.started.send_modify(|runs| *runs += 1);
    }

    async fn runs(&self, count: usize) {
        self.0.started.subscribe().wait_for(|runs| *runs >= count).await.expect("the stage lives");
    }

    fn ends(&self, cause: Option<CancelCause>) {
        self.0.ended.lock().unwrap_or_else(PoisonError::into_inner).push((Instant::now(), cause));
    }

    /// When each run ended, counted from then, and what it had heard.
    fn ended(&self, from: Instant) -> Vec<(Duration, Option<CancelCause>)> {
        let ended = self.0.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.iter().map(|(at, cause)| (at.duration_since(from), *cause)).collect()
    }
}

/// Tells of its end however that comes.
struct Guard(Stage, Option<Cancelled>);

impl Drop for Guard {
    fn drop(&mut self) {
        let Self(stage, cancelled) = self;
        stage.ends(cancelled.as_ref().and_then(Cancelled::cause));
    }
}

#[ace_listener(queue = "${queue}", retry = "fixed(3, 1s)")]
async fn listening(cancelled: Cancelled, State(stage): State<Stage>) -> Result<Ack, BoxError> {
    let guard = Guard(Stage::clone(&stage), Some(cancelled.clone()));
    stage.starts();
    tokio::select! {
        cause = cancelled.wait() => assert_eq!(Some(cause), cancelled.cause()),
        () = stage.0.go_on.notified() => {}
    }
    drop(guard);
    (stage.0.answer)()
}

/// Hears of it, and goes on all the same.
#[ace_listener(queue = "${queue}")]
async fn ignoring(cancelled: Cancelled, State(stage): State<Stage>) {
    let _guard = Guard(Stage::clone(&stage), Some(cancelled));
    stage.starts();
    std::future::pending::<()>().await;
}

/// Fails with an even number; with an odd one it hears of it and goes on all the same.
#[ace_listener(queue = "${queue}", concurrency = 2)]
async fn ignoring_or_failing(
    number: u64,
    cancelled: Cancelled,
    State(stage): State<Stage>,
) -> Result<(), BoxError> {
    let _guard = Guard(Stage::clone(&stage), Some(cancelled));
    stage.starts();
    if number.is_multiple_of(2) {
        return Err("not done".into());
    }
    std::future::pending().await
}

/// Did not ask.
#[ace_listener(queue = "${queue}")]
async fn deaf(State(stage): State<Stage>) {
    let _guard = Guard(Stage::clone(&stage), None);
    stage.starts();
    std::future::pending::<()>().await;
}

/// One listener with one message in hand.
async fn start(rig: &Rig, listener: &str, stage: &Stage) -> Running {
    let app = App::new(rig.config()).state(stage.clone()).only(&[listener]);
    let running = app.start().await.unwrap_or_else(|error| panic!("{error}"));
    rig.publish(Raw::number(7).id("seven")).await;
    stage.runs(1).await;
    running
}

/// What a drain came to, with the moment at which it began.
async fn drain(running: Running) -> (Instant, Drained) {
    let begun = Instant::now();
    (begun, running.drain_within(DEADLINE).await)
}

/// The message is in its queue again, at the attempt that it had, and nowhere else.
async fn comes_back(rig: &Rig) {
    let again = rig.collect(&rig.queue, 1).await.remove(0);
    assert!(again.redelivered);
    assert!(!again.headers.contains_key("x-acemq-attempt"), "it is the message that was published");
    rig.expect_empty(&rig.named("dlq")).await;
}

const TOLD: Option<CancelCause> = Some(CancelCause::DrainOverran);

#[tokio::test(start_paused = true)]
async fn a_handler_is_told_at_the_deadline_and_what_it_answers_counts() {
    let rig = Rig::memory("told_accept").await;
    let stage = Stage::new(|| Ok(Ack::accept()));
    let (begun, drained) = drain(start(&rig, "listening", &stage).await).await;
    assert_eq!(stage.ended(begun), [(DEADLINE, TOLD)]);
    assert!(drained.is_clean(), "{drained:?}");
    assert_eq!(rig.outcomes("acked"), 1);
    rig.expect_empty(&rig.queue).await;
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_is_told_may_release_its_message() {
    let rig = Rig::memory("told_release").await;
    let stage = Stage::new(|| Ok(Ack::release()));
    let (_, drained) = drain(start(&rig, "listening", &stage).await).await;
    assert!(drained.is_clean(), "{drained:?}");
    assert_eq!(rig.outcomes("released"), 1);
    comes_back(&rig).await;
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_takes_a_copy_leaves_the_message_to_the_broker() {
    for (name, answer) in [
        ("told_fail", (|| Err("not done".into())) as fn() -> Result<Ack, BoxError>),
        ("told_park", || Ok(Ack::park("not done"))),
    ] {
        let rig = Rig::memory(name).await;
        let stage = Stage::new(answer);
        let (_, drained) = drain(start(&rig, "listening", &stage).await).await;
        assert_eq!(drained.abandoned(), 1, "{name}: its ending was not carried out");
        assert_eq!(rig.deliveries(), 0, "{name}: nothing was settled");
        rig.expect_empty(&rig.named("parked")).await;
        comes_back(&rig).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_drain_that_ends_in_time_tells_nobody() {
    let rig = Rig::memory("untold").await;
    let stage = Stage::new(|| Ok(Ack::accept()));
    let running = start(&rig, "listening", &stage).await;
    let begun = Instant::now();
    let almost = Duration::from_millis(9_999);
    let going_on = async {
        tokio::time::sleep_until(begun + almost).await;
        stage.0.go_on.notify_one();
    };
    let (drained, ()) = tokio::join!(running.drain_within(DEADLINE), going_on);
    assert!(drained.is_clean(), "{drained:?}");
    assert_eq!(stage.ended(begun), [(almost, None)]);
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_goes_on_is_cut_off_and_counted() {
    let rig = Rig::memory("ignoring").await;
    let stage = Stage::new(|| Ok(Ack::accept()));
    let (begun, drained) = drain(start(&rig, "ignoring", &stage).await).await;
    assert_eq!(drained.abandoned(), 1);
    assert_eq!(stage.ended(begun), [(DEADLINE + LAST_WORD, TOLD)]);
    comes_back(&rig).await;
}

#[tokio::test(start_paused = true)]
async fn of_several_only_those_that_went_on_are_counted() {
    let rig = Rig::memory("two_listeners").await;
    let stage = Stage::new(|| Ok(Ack::release()));
    let config = rig.config().with("listeners.ignoring.queue", rig.named("other"));
    let app = App::new(config).state(stage.clone()).only(&["listening", "ignoring"]);
    let running = app.start().await.unwrap_or_else(|error| panic!("{error}"));
    rig.publish(Raw::number(7)).await;
    rig.publish_to("", &rig.named("other"), Raw::number(8)).await;
    stage.runs(2).await;
    let (begun, drained) = drain(running).await;
    assert_eq!(drained.abandoned(), 1);
    assert_eq!(stage.ended(begun), [(DEADLINE, TOLD), (DEADLINE + LAST_WORD, TOLD)]);
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_did_not_ask_is_cut_off_at_the_deadline() {
    let rig = Rig::memory("deaf").await;
    let stage = Stage::new(|| Ok(Ack::accept()));
    let (begun, drained) = drain(start(&rig, "deaf", &stage).await).await;
    assert_eq!(drained.abandoned(), 1);
    assert_eq!(stage.ended(begun), [(DEADLINE, None)]);
    comes_back(&rig).await;
}

#[tokio::test(start_paused = true)]
async fn a_copy_that_is_confirmed_while_another_has_its_last_word_is_not_doubled() {
    let rig = Rig::memory("confirmed_in_the_last_word").await;
    let stage = Stage::new(|| Ok(Ack::accept()));
    let running = start(&rig, "ignoring_or_failing", &stage).await;
    rig.publish(Raw::number(8).id("eight")).await;
    rig.control().block("low on memory");
    stage.runs(2).await;
    assert_eq!(rig.outcomes("dead_lettered"), 0, "its copy waits for the broker");
    let unblocking = async {
        tokio::time::sleep(DEADLINE + LAST_WORD / 2).await;
        rig.control().unblock();
    };
    let ((_, drained), ()) = tokio::join!(drain(running), unblocking);
    assert_eq!(drained.abandoned(), 1, "the handler that went on");
    assert_eq!(&*rig.dead_letter().await.body, b"8");
    assert_eq!(rig.outcomes("dead_lettered"), 1);
    assert_eq!(&*rig.collect(&rig.queue, 1).await[0].body, b"7");
    rig.expect_empty(&rig.queue).await;
}

#[tokio::test(start_paused = true)]
async fn the_next_process_handles_what_was_left() {
    let rig = Rig::memory("next_process").await;
    let stage = Stage::new(|| Err("not done".into()));
    let (_, drained) = drain(start(&rig, "listening", &stage).await).await;
    assert_eq!(drained.abandoned(), 1);
    let next = Stage::new(|| Ok(Ack::accept()));
    let app = App::new(rig.config()).state(next.clone()).only(&["listening"]);
    let running = app.start().await.unwrap_or_else(|error| panic!("{error}"));
    next.runs(1).await;
    next.0.go_on.notify_one();
    finish(running).await;
    rig.expect_empty(&rig.queue).await;
}
