//! What a handler under test reports, and what it is told to answer.

use std::{
    collections::VecDeque,
    error::Error,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use acemq::{Ack, Envelope, Headers, Message};
use serde_json::Value;
use tokio::sync::{oneshot, watch};

use crate::journey::DEADLINE;

/// Any error, as a handler returns it.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// One run of a handler.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The payload.
    pub payload: Value,
    /// Which attempt it was.
    pub attempt: u32,
    /// The envelope.
    pub envelope: Envelope,
    /// The application's headers.
    pub headers: Headers,
    /// When it began.
    pub at: Instant,
}

impl Seen {
    /// The payload as a number.
    pub fn number(&self) -> u64 {
        self.payload.as_u64().unwrap_or_else(|| panic!("no number: {}", self.payload))
    }
}

/// What a run answers.
#[derive(Debug)]
pub enum Answer {
    /// `Ok(Ack::accept())`.
    Accept,
    /// An unmarked error with this text.
    Fail(&'static str),
    /// This answer.
    Say(Ack),
    /// A panic with this text.
    Panic(&'static str),
    /// Takes this long, then is accepted.
    Take(Duration),
    /// Blocks its thread this long, as a handler must not, then is accepted.
    Block(Duration),
    /// Waits for [`Probe::release`] and answers what that says.
    Hold,
}

type Script = dyn Fn(&Seen) -> Answer + Send + Sync;

/// Shared by a test and its handler: `State<Probe>`.
#[derive(Clone)]
pub struct Probe(Arc<Inner>);

struct Inner {
    script: Box<Script>,
    seen: watch::Sender<Vec<Seen>>,
    held: Mutex<VecDeque<oneshot::Sender<Answer>>>,
}

impl Probe {
    /// A probe that answers each run by this script.
    pub fn new(script: impl Fn(&Seen) -> Answer + Send + Sync + 'static) -> Self {
        let (script, seen) = (Box::new(script), watch::Sender::new(Vec::new()));
        Self(Arc::new(Inner { script, seen, held: Mutex::default() }))
    }

    /// A probe that accepts everything.
    pub fn accepting() -> Self {
        Self::new(|_| Answer::Accept)
    }

    /// A probe that fails every run with this text.
    pub fn failing(cause: &'static str) -> Self {
        Self::new(move |_| Answer::Fail(cause))
    }

    /// A probe that answers by the attempt: the first answer to the first, and the last to all that follow.
    pub fn by_attempt(answer: impl Fn(u32) -> Answer + Send + Sync + 'static) -> Self {
        Self::new(move |seen| answer(seen.attempt))
    }

    /// Called by the handler: reports the run and answers as the script says.
    ///
    /// # Errors
    ///
    /// When the script says so.
    pub async fn run(&self, message: &Message<Value>) -> Result<Ack, BoxError> {
        let seen = Seen {
            payload: message.payload.clone(),
            attempt: message.attempt(),
            envelope: message.envelope().clone(),
            headers: message.headers().clone(),
            at: Instant::now(),
        };
        let mut answer = (self.0.script)(&seen);
        // What releases a run must find it: it is held before anybody hears of it.
        let held = matches!(answer, Answer::Hold).then(|| {
            let (release, held) = oneshot::channel();
            self.0.held.lock().unwrap_or_else(PoisonError::into_inner).push_back(release);
            held
        });
        self.0.seen.send_modify(|all| all.push(seen));
        if let Some(held) = held {
            answer = held.await.map_err(|_closed| "the test is over")?;
        }
        match answer {
            Answer::Accept => Ok(Ack::accept()),
            Answer::Fail(cause) => Err(cause.into()),
            Answer::Say(ack) => Ok(ack),
            Answer::Panic(text) => panic!("{text}"),
            Answer::Take(time) => {
                tokio::time::sleep(time).await;
                Ok(Ack::accept())
            }
            Answer::Block(time) => {
                std::thread::sleep(time);
                Ok(Ack::accept())
            }
            Answer::Hold => Err("a held run was told to hold".into()),
        }
    }

    /// The first `count` runs, once there are as many.
    pub async fn runs(&self, count: usize) -> Vec<Seen> {
        let mut seen = self.0.seen.subscribe();
        let enough = tokio::time::timeout(DEADLINE, seen.wait_for(|seen| seen.len() >= count)).await;
        match enough {
            Ok(seen) => seen.expect("the probe lives")[..count].to_vec(),
            Err(_elapsed) => panic!("{} of {count} runs: {:#?}", self.count(), self.so_far()),
        }
    }

    /// As [`runs`](Self::runs), for more messages than the usual deadline is meant for.
    pub async fn wait_until(&self, deadline: Duration, enough: impl FnMut(&Vec<Seen>) -> bool) -> Vec<Seen> {
        let mut seen = self.0.seen.subscribe();
        match tokio::time::timeout(deadline, seen.wait_for(enough)).await {
            Ok(seen) => seen.expect("the probe lives").clone(),
            Err(_elapsed) => panic!("not within {deadline:?}: {} runs", self.count()),
        }
    }

    /// All runs so far.
    pub fn so_far(&self) -> Vec<Seen> {
        self.0.seen.borrow().clone()
    }

    /// How many runs there were so far.
    pub fn count(&self) -> usize {
        self.0.seen.borrow().len()
    }

    /// Lets the run go on that has been held longest.
    pub fn release(&self, answer: Answer) {
        let held = self.0.held.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        held.expect("a held run").send(answer).expect("the held run still waits");
    }
}

impl std::fmt::Debug for Probe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Probe").field("runs", &self.count()).finish_non_exhaustive()
    }
}
