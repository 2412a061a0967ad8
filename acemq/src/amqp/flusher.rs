//! When the settlements of one channel are sent.
//!
//! Settling takes a small lock and, when a batch is due, writes its frames on the spot: no task and no hop per message.
//! One task per channel does what is left: it sends what waited for its 2 ms, waits for room when 16 frames are on their
//! way, and closes the channel in order when its owner lets go of it. It ends with the channel.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Wake, Waker},
    time::Duration,
};

use tokio::{
    sync::{Notify, watch},
    time::Instant,
};

use super::{
    engine::Tasks,
    live::{Live, close_channel},
    outbox::Outbox,
    settlements::How,
};
use crate::broker::Settled;

/// The longest that an ack waits for company. The timer counts whole milliseconds and may take one more.
const PATIENCE: Duration = Duration::from_millis(1);
/// How long the frames of a channel that is being closed may take to be written.
const LAST_FRAMES: Duration = Duration::from_secs(2);

/// A channel and its settlements, shared between those who settle and the task.
pub(super) struct Flusher {
    pub(super) channel: Arc<lapin::Channel>,
    pub(super) live: Arc<Live>,
    batch: usize,
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

impl State {
    /// Everything that was handed out is settled.
    fn is_idle(&self) -> bool {
        self.outbox.settled() >= self.delivered
    }
}

impl Flusher {
    /// Takes an open channel over and starts its task. `batch` is how many acks are sent as one.
    pub(super) fn start(channel: lapin::Channel, live: Arc<Live>, tasks: &Tasks, batch: u32) -> Arc<Self> {
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
        let flusher = Arc::new(Self {
            channel: Arc::new(channel),
            live,
            batch: usize::try_from(batch.max(1)).unwrap_or(usize::MAX),
            state: Mutex::new(state),
            waker: Waker::from(Arc::clone(&bell)),
            bell,
            written: watch::Sender::new(0),
            ended: watch::Sender::new(false),
        });
        drop(tasks.spawn(Arc::clone(&flusher).run()));
        flusher
    }

    /// A delivery was handed out.
    pub(super) fn delivered(&self) {
        let mut state = self.lock();
        state.delivered += 1;
        state.dry = false;
    }

    /// There was no delivery to hand out. When all are settled the loop is idle, and waiting for more is pointless.
    pub(super) fn ran_dry(&self) {
        let mut state = self.lock();
        state.dry = true;
        if state.is_idle() && state.outbox.unsent() > 0 {
            self.send_or_call(&mut state);
        }
    }

    /// How many deliveries are not settled.
    pub(super) fn unsettled(&self) -> u64 {
        let state = self.lock();
        state.delivered.saturating_sub(state.outbox.settled())
    }

    /// Whether nobody has closed it, on either side.
    pub(super) fn is_usable(&self) -> bool {
        self.is_open(&self.lock())
    }

    /// Whether we closed it or found it dead.
    pub(super) fn is_closing(&self) -> bool {
        self.lock().phase != Phase::Open
    }

    /// The channel was found dead: its task has nothing to wait for.
    pub(super) fn end(&self) {
        self.set_over(&mut self.lock());
    }

    /// Begins to close the channel, after its acks are written; the task goes on with it.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        if state.phase == Phase::Open {
            state.phase = Phase::Closing;
        }
        drop(state);
        self.bell.notify.notify_one();
    }

    /// Takes a settlement in, and sends it when a batch is full or nothing more is to be expected.
    pub(super) fn settle(&self, tag: u64, how: How) -> Settled {
        let mut state = self.lock();
        if !self.is_open(&state) || !state.outbox.settle(tag, how) {
            return Settled::Stale;
        }
        let idle = state.dry && state.is_idle();
        if state.outbox.unsent() >= self.batch || idle || how != How::Ack {
            self.send_or_call(&mut state);
        }
        if state.outbox.unsent() > 0 && !state.timed {
            state.timed = true;
            self.bell.notify.notify_one();
        }
        Settled::Sent
    }

    /// Resolves when everything settled so far is written, or the channel is over.
    pub(super) async fn flush(&self) {
        let (target, _flushing) = {
            let mut state = self.lock();
            if !self.is_open(&state) {
                return;
            }
            self.send(&mut state);
            state.flushing += 1;
            (state.outbox.settled(), Flushing(self))
        };
        self.bell.notify.notify_one();
        // The sender is ours: this ends by its condition.
        drop(self.written.subscribe().wait_for(|written| *written >= target).await);
    }

    /// Resolves when the task has ended, and with it the channel.
    pub(super) async fn ended(&self) {
        drop(self.ended.subscribe().wait_for(|ended| *ended).await);
    }

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
}

/// Ends the wish to be woken when the flush ends or is dropped.
struct Flushing<'a>(&'a Flusher);

impl Drop for Flushing<'_> {
    fn drop(&mut self) {
        self.0.lock().flushing -= 1;
    }
}
