//! Messages whose attempts are used up, and a recoverer of the application's that decides about each.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use acemq::{
    __testing::{ExchangeKind, Object, Table},
    App, BoxError, BoxFuture, Exhausted, Recoverer, Recovery, Running,
};
use acemq_tests::{Answer, Probe, Raw, Rig, block_on, counted, journey, until, within};
use tokio::sync::Semaphore;

use crate::listeners::{finish, start_app};

type Script = dyn Fn(&Exhausted<'_>) -> Result<Recovery, BoxError> + Send + Sync;

/// A recoverer that answers as a script says, once it may.
pub(crate) struct Scripted {
    script: Box<Script>,
    calls: Arc<AtomicUsize>,
    gate: Arc<Semaphore>,
}

impl Scripted {
    pub(crate) fn new(
        script: impl Fn(&Exhausted<'_>) -> Result<Recovery, BoxError> + Send + Sync + 'static,
    ) -> Self {
        let gate = Arc::new(Semaphore::new(Semaphore::MAX_PERMITS));
        Self { script: Box::new(script), calls: Arc::default(), gate }
    }

    /// One that answers nothing until its gate is opened.
    fn held(self) -> Self {
        Self { gate: Arc::new(Semaphore::new(0)), ..self }
    }
}

impl Recoverer for Scripted {
    fn recover<'a>(&'a self, message: &'a Exhausted<'a>) -> BoxFuture<'a, Result<Recovery, BoxError>> {
        Box::pin(async move {
            self.calls.fetch_add(1, Ordering::SeqCst);
            self.gate.acquire().await?.forget();
            (self.script)(message)
        })
    }
}

async fn start(rig: &Rig, probe: &Probe, recoverer: impl Recoverer) -> Running {
    start_with(rig, probe, recoverer, "fixed(2, 20ms, give_up_after = 10m)").await
}

async fn start_with(rig: &Rig, probe: &Probe, recoverer: impl Recoverer, ladder: &str) -> Running {
    let config =
        rig.config().with("listeners.plain.retry", ladder).with("listeners.plain.on-exhausted", "tickets");
    start_app("plain", App::new(config).state(probe.clone()).on_exhausted("tickets", recoverer)).await
}

fn dead_lettered(rig: &Rig) -> u64 {
    counted("acemq.messages.dead.lettered.total", &[("queue", &rig.queue)])
}

fn calls(of: &Arc<AtomicUsize>) -> usize {
    of.load(Ordering::SeqCst)
}

journey! {
    async fn a_recoverer_sees_the_message_and_deals_with_it(rig: Rig) {
        let (sender, mut seen) = tokio::sync::mpsc::unbounded_channel();
        let recoverer = Scripted::new(move |message| {
            let tenant = message.headers().text("x-tenant").map(str::to_owned);
            let (id, reason) = (message.envelope().id.clone(), message.reason().to_owned());
            sender.send((id, reason, message.attempt(), tenant, message.body().clone(), message.queue().to_owned()))?;
            Ok(Recovery::Done)
        });
        let running = start(&rig, &Probe::failing("no"), recoverer).await;
        let queue = rig.queue.clone();
        rig.publish(Raw::number(7).id("seven").header("x-tenant", "acme")).await;
        let told = within("a question", seen.recv()).await;
        let reason = "exhausted 2 attempts: no".to_owned();
        assert_eq!(told, Some(("seven".to_owned(), reason, 2, Some("acme".to_owned()), "7".into(), queue.clone())));
        rig.publish(Raw::number(8).id("eight").header("x-acemq-first-seen", 1_000_i64)).await;
        let told = within("a question", seen.recv()).await;
        let reason = "exceeded the maximum message age of 10m: no".to_owned();
        assert_eq!(told, Some(("eight".to_owned(), reason, 1, None, "8".into(), queue)));
        finish(running).await;
        assert_eq!((rig.outcomes("dead_lettered"), dead_lettered(&rig), rig.outcomes("retried")), (2, 2, 1));
        for queue in [&rig.queue, &rig.named("dlq"), &rig.named("parked")] {
            rig.expect_empty(queue).await;
        }
    }
}

journey! {
    async fn each_answer_of_a_recoverer_is_carried_out(rig: Rig) {
        let (exchange, failed) = (rig.named("failed"), rig.named("failed.late"));
        rig.declare(Object::Exchange { name: exchange.clone(), kind: ExchangeKind::Direct }).await;
        rig.declare_queue(&failed, &[]).await;
        rig.declare(Object::Binding {
            queue: failed.clone(),
            exchange: exchange.clone(),
            routing_key: "late".to_owned(),
            arguments: Table::new(),
        })
        .await;
        let recoverer = Scripted::new(move |message| {
            Ok(match &**message.body() {
                b"1" => Recovery::DeadLetter,
                b"2" => Recovery::Park,
                b"3" => Recovery::Reject,
                b"4" => Recovery::Republish { exchange: exchange.clone(), routing_key: "late".to_owned() },
                _ => Recovery::Requeue,
            })
        });
        let probe = Probe::new(|seen| match seen.envelope.error {
            None => Answer::Fail("no"),
            Some(_) => Answer::Accept,
        });
        let running = start(&rig, &probe, recoverer).await;
        rig.publish_numbers(1..=5).await;
        let reason = Some("exhausted 2 attempts: no");
        let dead = rig.collect(&rig.named("dlq"), 2).await;
        let mut bodies: Vec<(&[u8], Option<&str>)> = dead
            .iter()
            .map(|dead| (&*dead.body, dead.headers.get("x-acemq-error").and_then(acemq::Value::as_text)))
            .collect();
        bodies.sort_unstable();
        // The rejected one is there because the queue dead-letters to it.
        assert_eq!(bodies, [(&b"1"[..], reason), (&b"3"[..], None)]);
        for (queue, body) in [(rig.named("parked"), b"2"), (failed, b"4")] {
            let copy = rig.collect(&queue, 1).await.remove(0);
            assert_eq!((&*copy.body, copy.headers["x-acemq-error"].as_text()), (&body[..], reason));
            assert_eq!(copy.headers["x-acemq-attempt"].as_integer(), Some(2));
        }
        let again = probe.runs(11).await.remove(10);
        assert_eq!((again.number(), again.attempt, again.envelope.error.as_deref()), (5, 1, reason));
        finish(running).await;
        let outcomes = ["dead_lettered", "parked", "rejected", "retried", "acked"].map(|outcome| rig.outcomes(outcome));
        assert_eq!((outcomes, dead_lettered(&rig)), ([2, 1, 1, 6, 1], 2));
        rig.expect_empty(&rig.queue).await;
    }
}

journey! {
    async fn a_recoverer_that_fails_leaves_the_message_to_the_dead_letter_queue_with_both_reasons(rig: Rig) {
        let recoverer = Scripted::new(|message| match &**message.body() {
            b"1" => Err(anyhow::anyhow!("status 500").context("no ticket").into()),
            b"2" => panic!("a bug"),
            b"3" => Ok(Recovery::Republish { exchange: "x".repeat(256), routing_key: String::new() }),
            b"4" => Ok(Recovery::Republish { exchange: String::new(), routing_key: String::new() }),
            _ => Ok(Recovery::Republish { exchange: String::new(), routing_key: message.queue().to_owned() }),
        });
        let own = format!(
            "it names `{}`, the listener's own queue, and the message would come again at once, for ever; \
             `Recovery::Requeue` waits and begins at attempt 1",
            rig.queue
        );
        let running = start_with(&rig, &Probe::failing("no"), recoverer, "none").await;
        for (number, why) in [
            (1, "no ticket: status 500"),
            (2, "panicked: a bug"),
            (3, "its exchange has 256 bytes, and a broker accepts 255"),
            (4, "it names neither an exchange nor a routing key"),
            (5, own.as_str()),
        ] {
            rig.publish(Raw::number(number)).await;
            let dead = rig.dead_letter().await;
            let expected = format!("exhausted 1 attempt: no; the recoverer `tickets` failed: {why}");
            assert_eq!(dead.headers["x-acemq-error"].as_text(), Some(expected.as_str()));
        }
        finish(running).await;
        assert_eq!((rig.outcomes("dead_lettered"), dead_lettered(&rig)), (5, 5));
    }
}

journey! {
    async fn while_an_answer_cannot_be_carried_out_the_recoverer_is_not_asked_again(rig: Rig) {
        let recoverer = Scripted::new(|_| Ok(Recovery::Park));
        let asked = Arc::clone(&recoverer.calls);
        let running = start(&rig, &Probe::failing("no"), recoverer).await;
        let parked = rig.named("parked");
        rig.delete_queue(&parked);
        rig.publish(Raw::number(7)).await;
        let failed = [("queue", rig.queue.as_str()), ("target", parked.as_str())];
        until("a second try", || counted("acemq.messages.set.aside.failed", &failed) > 1).await;
        rig.declare_queue(&parked, &[]).await;
        rig.parked().await;
        finish(running).await;
        assert_eq!((calls(&asked), rig.outcomes("parked")), (1, 1));
    }
}

journey! {
    async fn a_recoverer_holds_no_handler_slot(rig: Rig) {
        let recoverer = Scripted::new(|_| Ok(Recovery::Done)).held();
        let (asked, gate) = (Arc::clone(&recoverer.calls), Arc::clone(&recoverer.gate));
        let probe = Probe::new(|seen| if seen.number() == 7 { Answer::Fail("no") } else { Answer::Accept });
        let running = start_with(&rig, &probe, recoverer, "none").await;
        rig.publish(Raw::number(7)).await;
        until("the question", || calls(&asked) == 1).await;
        rig.publish(Raw::number(8)).await;
        assert_eq!(probe.runs(2).await[1].number(), 8);
        until("an ack", || rig.outcomes("acked") == 1).await;
        assert_eq!(rig.outcomes("dead_lettered"), 0);
        gate.add_permits(1);
        until("the answer", || rig.outcomes("dead_lettered") == 1).await;
        finish(running).await;
    }
}

journey! {
    async fn a_drain_that_overruns_a_recoverer_gives_the_message_back(rig: Rig) {
        let recoverer = Scripted::new(|_| Ok(Recovery::Done)).held();
        let asked = Arc::clone(&recoverer.calls);
        let running = start_with(&rig, &Probe::failing("no"), recoverer, "none").await;
        rig.publish(Raw::number(7).id("seven")).await;
        until("the question", || calls(&asked) == 1).await;
        let drained = running.drain_within(Duration::from_millis(300)).await;
        assert_eq!(drained.abandoned(), 1, "the recoverer was still asked");
        let back = rig.collect(&rig.queue, 1).await.remove(0);
        assert_eq!((back.headers["x-acemq-id"].as_text(), back.redelivered), (Some("seven"), true));
        assert_eq!(rig.deliveries(), 0);
    }
}

/// Waits on the paused clock, which goes on by itself when nothing else does.
async fn eventually(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_recoverer_that_does_not_answer_within_half_a_minute_has_failed() {
    let rig = Rig::memory("a_recoverer_that_does_not_answer").await;
    let recoverer = Scripted::new(|_| Ok(Recovery::Done)).held();
    let running = start_with(&rig, &Probe::failing("no"), recoverer, "none").await;
    let begun = tokio::time::Instant::now();
    rig.publish(Raw::number(7)).await;
    eventually(|| rig.outcomes("dead_lettered") == 1).await;
    assert_eq!(begun.elapsed().as_secs(), 30);
    assert_eq!(
        rig.dead_letter().await.headers["x-acemq-error"].as_text(),
        Some("exhausted 1 attempt: no; the recoverer `tickets` failed: timed out after 30s")
    );
    finish(running).await;
}

#[tokio::test(start_paused = true)]
async fn without_a_ladder_an_answered_requeue_waits_half_a_minute() {
    let rig = Rig::memory("without_a_ladder_an_answered_requeue").await;
    let probe = Probe::new(|seen| match seen.envelope.error {
        None => Answer::Fail("no"),
        Some(_) => Answer::Accept,
    });
    let running = start_with(&rig, &probe, Scripted::new(|_| Ok(Recovery::Requeue)), "none").await;
    let begun = tokio::time::Instant::now();
    rig.publish(Raw::number(7)).await;
    eventually(|| rig.outcomes("acked") == 1).await;
    assert_eq!(begun.elapsed().as_secs(), 30);
    assert_eq!(probe.so_far().iter().map(|seen| seen.attempt).collect::<Vec<_>>(), [1, 1]);
    finish(running).await;
    assert!(!rig.has_queue(&rig.named("retry.30s.quorum")).await, "it waited here");
}

#[test]
fn an_answer_that_came_while_the_link_was_lost_is_carried_out_on_the_redelivery() {
    block_on(async {
        for (name, answer) in [
            ("done", Recovery::Done),
            ("dead_letter", Recovery::DeadLetter),
            ("reject", Recovery::Reject),
            ("requeue", Recovery::Requeue),
        ] {
            let rig = Rig::memory(&format!("an_answer_while_the_link_was_lost_{name}")).await;
            let given = answer.clone();
            let recoverer = Scripted::new(move |_| Ok(given.clone())).held();
            let (asked, gate) = (Arc::clone(&recoverer.calls), Arc::clone(&recoverer.gate));
            let probe = Probe::new(|seen| match seen.envelope.error {
                None => Answer::Fail("no"),
                Some(_) => Answer::Accept,
            });
            let running = start(&rig, &probe, recoverer).await;
            rig.publish(Raw::number(7).id("seven")).await;
            until("the question", || calls(&asked) == 1).await;
            rig.control().cut_connections("a test cuts it");
            gate.add_permits(1);
            let left =
                || (rig.control().unsettled_count(&rig.queue), rig.control().message_count(&rig.queue));
            until("nothing is left in the queue", || left() == (Some(0), Some(0))).await;
            let runs = if answer == Recovery::Requeue { 3 } else { 2 };
            probe.runs(runs).await;
            finish(running).await;
            assert_eq!((calls(&asked), probe.count()), (1, runs), "{name}");
            let is_dead = matches!(answer, Recovery::DeadLetter | Recovery::Reject);
            let dead = rig.control().message_count(&rig.named("dlq"));
            assert_eq!(dead, Some(u64::from(is_dead)), "{name}");
            rig.expect_empty(&rig.queue).await;
        }
    });
}
