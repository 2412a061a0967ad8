//! A channel that deliveries came in on, seen from its settling side: acks batched, epochs kept apart.
//!
//! Settling takes a small lock and, when a batch is due, writes its frames on the spot: no task and no hop per message.
//! One task per channel does what is left: it sends what waited for its 2 ms, waits for room when 16 frames are on their
//! way, and closes the channel in order when its owner lets go of it.

use std::{
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Wake, Waker},
    time::Duration,
};

use lapin::{options::BasicCancelOptions, types::ShortString};
use tokio::{
    sync::{Notify, watch},
    time::Instant,
};

use super::{
    engine::{self, Tasks},
    fault,
    live::{Live, close_channel},
    outbox::Outbox,
    settlements::How,
};
use crate::broker::{BoxFuture, BrokerError, BrokerErrorKind, Channel, Settled};

/// The longest that an ack waits for company. The timer counts whole milliseconds and may take one more.
const PATIENCE: Duration = Duration::from_millis(1);
/// How long the frames of a channel that is being closed may take to be written.
const LAST_FRAMES: Duration = Duration::from_secs(2);

/// One channel of one connection. Dropping it closes the channel, after its acks are written.
pub(super) struct AckChannel(Arc<Inner>);

/// What is shared with the channel's task.
struct Inner {
    channel: Arc<lapin::Channel>,
    live: Arc<Live>,
    tasks: Tasks,
    consumer_tag: Option<ShortString>,
    batch: usize,
    /// We cancelled or closed it.
    cancelled: AtomicBool,
    state: Mutex<State>,
    bell: Arc<Bell>,
    waker: Waker,
    /// How many settlements have been written to the socket; the highest number once the channel is over.
    written: watch::Sender<u64>,
    /// Whether the task has ended, and with it the channel.
    ended: watch::Sender<bool>,
}

struct State {
    outbox: Outbox,
    delivered: u64,
    phase: Phase,
    /// The last look for a delivery found none.
    dry: bool,
    /// The task has its timer running.
    timed: bool,
    /// Settlements found no room among the frames: the task sends them when there is some.
    starved: bool,
    /// How many wait for what is written: frames on their way must wake the task.
    flushing: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Open,
    /// Nothing more may be settled; the task winds it up.
    Closing,
    /// The channel is dead.
    Over,
}

/// Wakes the task for written frames, but only when it asked to be.
struct Bell {
    wanted: AtomicBool,
    notify: Notify,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if self.wanted.load(Ordering::SeqCst) {
            self.notify.notify_one();
        }
    }
}

/// What the task does next.
enum Next {
    /// Nothing, until it is called.
    Wait,
    /// Looks again at that time, or when it is called.
    At(Instant),
    /// Winds the channel up.
    End,
}

impl AckChannel {
    /// Takes an open channel over. `batch` is how many acks are sent as one.
    pub(super) fn new(
        channel: lapin::Channel,
        live: Arc<Live>,
        tasks: &Tasks,
        consumer_tag: Option<ShortString>,
        batch: u32,
    ) -> Self {
        let bell = Arc::new(Bell { wanted: AtomicBool::new(false), notify: Notify::new() });
        let state = State {
            outbox: Outbox::new(),
            delivered: 0,
            phase: Phase::Open,
            dry: false,
            timed: false,
            starved: false,
            flushing: 0,
        };
        let inner = Arc::new(Inner {
            channel: Arc::new(channel),
            live,
            tasks: tasks.clone(),
            consumer_tag,
            batch: usize::try_from(batch.max(1)).unwrap_or(usize::MAX),
            cancelled: AtomicBool::new(false),
            state: Mutex::new(state),
            waker: Waker::from(Arc::clone(&bell)),
            bell,
            written: watch::Sender::new(0),
            ended: watch::Sender::new(false),
        });
        drop(tasks.spawn(Arc::clone(&inner).run()));
        Self(inner)
    }

    /// lapin's channel.
    pub(super) fn lapin(&self) -> &Arc<lapin::Channel> {
        &self.0.channel
    }

    /// The connection that it belongs to.
    pub(super) fn live(&self) -> &Live {
        &self.0.live
    }

    /// A delivery was handed out.
    pub(super) fn delivered(&self) {
        let mut state = self.0.lock();
        state.delivered += 1;
        state.dry = false;
    }

    /// There was no delivery to hand out. When all are settled the loop is idle, and waiting for more is pointless.
    pub(super) fn ran_dry(&self) {
        let mut state = self.0.lock();
        state.dry = true;
        if state.is_idle() && state.outbox.unsent() > 0 {
            self.0.send_or_call(&mut state);
        }
    }

    /// Whether we cancelled or closed it.
    pub(super) fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::SeqCst)
    }

    /// Whether we closed it.
    pub(super) fn is_closed(&self) -> bool {
        self.is_cancelled() && self.0.lock().phase != Phase::Open
    }

    /// How many deliveries are not settled.
    pub(super) fn unsettled(&self) -> u64 {
        let state = self.0.lock();
        state.delivered.saturating_sub(state.outbox.settled())
    }

    /// Whether it is open, on both sides.
    pub(super) fn is_usable(&self) -> bool {
        self.0.is_open(&self.0.lock())
    }

    /// The channel was found dead: its task has nothing to wait for.
    pub(super) fn set_over(&self) {
        self.0.set_over(&mut self.0.lock());
    }

    /// Begins to close the channel, after its acks are written; its task goes on with it.
    pub(super) fn start_closing(&self) {
        self.0.cancelled.store(true, Ordering::SeqCst);
        let mut state = self.0.lock();
        if state.phase == Phase::Open {
            state.phase = Phase::Closing;
        }
        drop(state);
        self.0.bell.notify.notify_one();
    }

    fn settle(&self, tag: u64, how: How) -> Settled {
        let inner = &self.0;
        let mut state = inner.lock();
        if !inner.is_open(&state) || !state.outbox.settle(tag, how) {
            return Settled::Stale;
        }
        let idle = state.dry && state.is_idle();
        if state.outbox.unsent() >= inner.batch || idle || how != How::Ack {
            inner.send_or_call(&mut state);
        }
        if state.outbox.unsent() > 0 && !state.timed {
            state.timed = true;
            inner.bell.notify.notify_one();
        }
        Settled::Sent
    }
}

impl Drop for AckChannel {
    fn drop(&mut self) {
        self.start_closing();
    }
}

impl State {
    /// Everything that was handed out is settled.
    fn is_idle(&self) -> bool {
        self.outbox.settled() >= self.delivered
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_open(&self, state: &State) -> bool {
        state.phase == Phase::Open && self.channel.status().connected()
    }

    fn set_over(&self, state: &mut State) {
        state.phase = Phase::Over;
        state.outbox.forget();
        self.written.send_replace(u64::MAX);
        self.bell.notify.notify_one();
    }

    fn send(&self, state: &mut State) {
        if state.phase == Phase::Over {
            return;
        }
        let before = state.outbox.written();
        if state.outbox.send(&self.channel, &self.waker).is_err() {
            return self.set_over(state);
        }
        state.starved = state.outbox.unsent() > 0;
        if state.outbox.written() != before {
            self.written.send_replace(state.outbox.written());
        }
    }

    /// Sends; when there is no room for all, the task is called to wait for some.
    fn send_or_call(&self, state: &mut State) {
        let was_starved = state.starved;
        self.send(state);
        if state.starved && !was_starved {
            self.bell.notify.notify_one();
        }
    }

    /// The channel's own task. Ends with the channel or with its owner.
    async fn run(self: Arc<Self>) {
        let mut due = None;
        loop {
            match self.next(&mut due) {
                Next::Wait => self.bell.notify.notified().await,
                Next::At(time) => tokio::select! {
                    () = self.bell.notify.notified() => {}
                    () = tokio::time::sleep_until(time) => {}
                },
                Next::End => break,
            }
        }
        self.wind_up().await;
        self.set_over(&mut self.lock());
        self.ended.send_replace(true);
    }

    fn next(&self, due: &mut Option<Instant>) -> Next {
        let mut state = self.lock();
        if !self.is_open(&state) {
            return Next::End;
        }
        let now = Instant::now();
        let timed_out = state.timed && due.is_some_and(|due| due <= now);
        if timed_out {
            *due = None;
            // The timer runs on for one more turn: under load nobody has to start it again.
            state.timed = state.outbox.unsent() > 0;
        }
        if timed_out || state.flushing > 0 || state.starved {
            self.send(&mut state);
        }
        let waiting = state.flushing > 0 || state.starved;
        self.bell.wanted.store(waiting, Ordering::SeqCst);
        if waiting {
            // What was written between the look and the wish to be woken wakes nobody: this look finds it.
            self.send(&mut state);
        }
        if state.timed { Next::At(*due.get_or_insert(now + PATIENCE)) } else { Next::Wait }
    }

    /// Writes the last settlements and closes the channel; what is not settled goes back to its queue.
    async fn wind_up(&self) {
        if !self.channel.status().connected() {
            return;
        }
        self.bell.wanted.store(true, Ordering::SeqCst);
        if tokio::time::timeout(LAST_FRAMES, self.write_all()).await.is_err() {
            tracing::warn!("the last acks of a channel could not be written; their messages come again");
        }
        close_channel(&self.channel).await;
    }

    async fn write_all(&self) {
        loop {
            {
                let mut state = self.lock();
                self.send(&mut state);
                if state.phase == Phase::Over || state.outbox.written() == state.outbox.settled() {
                    return;
                }
            }
            self.bell.notify.notified().await;
        }
    }

    /// Sends everything and says up to which count it must be written.
    fn start_flush(&self) -> Option<(u64, Flushing<'_>)> {
        let mut state = self.lock();
        if !self.is_open(&state) {
            return None;
        }
        self.send(&mut state);
        state.flushing += 1;
        Some((state.outbox.settled(), Flushing(self)))
    }
}

/// Ends the wish to be woken when the flush ends or is dropped.
struct Flushing<'a>(&'a Inner);

impl Drop for Flushing<'_> {
    fn drop(&mut self) {
        self.0.lock().flushing -= 1;
    }
}

impl fmt::Debug for AckChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AckChannel")
            .field("number", &self.0.channel.id())
            .field("epoch", &self.0.live.epoch())
            .finish_non_exhaustive()
    }
}

impl Channel for AckChannel {
    fn ack(&self, tag: u64) -> Settled {
        self.settle(tag, How::Ack)
    }

    fn requeue(&self, tag: u64) -> Settled {
        self.settle(tag, How::Requeue)
    }

    fn reject(&self, tag: u64) -> Settled {
        self.settle(tag, How::Reject)
    }

    fn flush(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let Some((target, _flushing)) = self.0.start_flush() else { return };
            self.0.bell.notify.notify_one();
            let mut written = self.0.written.subscribe();
            tokio::select! {
                // An error means that the channel is gone.
                _ = written.wait_for(|written| *written >= target) => {}
                () = self.0.tasks.ended() => {}
            }
        })
    }

    fn cancel(&self) -> BoxFuture<'_, Result<(), BrokerError>> {
        Box::pin(async move {
            let Some(tag) = self.0.consumer_tag.clone() else { return Ok(()) };
            self.0.cancelled.store(true, Ordering::SeqCst);
            let inner = Arc::clone(&self.0);
            let what = "cancel the subscription".to_owned();
            let answer = self.0.tasks.ask(what.clone(), engine::ANSWER, async move {
                let cancelled = inner.channel.basic_cancel(tag, BasicCancelOptions::default()).await;
                cancelled.map_err(|error| fault::refused(&what, &error))?;
                // lapin answers "cancelled" for a channel that is gone, too.
                if inner.channel.status().connected() {
                    return Ok(());
                }
                Err(BrokerError::new(BrokerErrorKind::Lost, format!("cannot {what}: the channel is gone")))
            });
            answer.await
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.start_closing();
            let mut ended = self.0.ended.subscribe();
            tokio::select! {
                // An error means that the channel is gone.
                _ = ended.wait_for(|ended| *ended) => {}
                () = self.0.tasks.ended() => {}
            }
        })
    }
}
