//! One connection that is kept: made when it is missing, by one attempt at a time, whoever asks.
//!
//! A single task owns the attempts. Whoever needs the connection rings and waits for the attempt that is running or the
//! next one, so a thousand callers cost one handshake; between attempts nobody asked for, it waits longer and longer.

use std::{pin::pin, sync::Arc, time::Duration};

use futures_util::StreamExt;
use lapin::Event;
use tokio::sync::{Notify, watch};

use super::{
    dial::dial,
    engine::{self, Tasks},
    fault,
    link::{Links, Role},
    live::Live,
};
use crate::{
    broker::{BrokerError, ConnectOptions},
    telemetry,
};

/// Between two attempts, however loudly they are asked for.
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);
/// The first pause between attempts that nobody asked for; doubled each time.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
/// The longest of them.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long the reason of a loss may come after it.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// The connection of one role.
#[derive(Debug)]
pub(super) struct Wire {
    role: Role,
    options: Arc<ConnectOptions>,
    tasks: Tasks,
    links: Arc<Links>,
    state: watch::Sender<State>,
    bell: Notify,
}

#[derive(Clone, Debug)]
enum State {
    /// Attempt number so and so is under way.
    Connecting(u64),
    /// That attempt failed.
    Down(u64, BrokerError),
    /// The connection that it made stands, or its loss has not been noticed yet.
    Up(u64, Arc<Live>),
}

impl Wire {
    /// A wire whose task starts to connect at once and keeps at it until the adapter closes.
    pub(super) fn start(
        role: Role,
        options: &Arc<ConnectOptions>,
        tasks: &Tasks,
        links: &Arc<Links>,
    ) -> Arc<Self> {
        let wire = Arc::new(Self {
            role,
            options: Arc::clone(options),
            tasks: tasks.clone(),
            links: Arc::clone(links),
            state: watch::Sender::new(State::Connecting(0)),
            bell: Notify::new(),
        });
        tasks.keep(Arc::clone(&wire).keep());
        wire
    }

    /// The connection, made first when it is down.
    ///
    /// # Errors
    ///
    /// Why the attempt that was running, or the next one, failed.
    pub(super) async fn live(&self) -> Result<Arc<Live>, BrokerError> {
        let mut state = self.state.subscribe();
        let counts_from = match &*state.borrow_and_update() {
            State::Up(_, live) if live.is_up() => return Ok(Arc::clone(live)),
            State::Connecting(attempt) => *attempt,
            State::Down(attempt, _) | State::Up(attempt, _) => attempt + 1,
        };
        self.bell.notify_one();
        loop {
            if self.tasks.is_closing() {
                return Err(engine::closed());
            }
            tokio::select! {
                changed = state.changed() => if changed.is_err() { return Err(engine::closed()) },
                () = self.tasks.closed() => return Err(engine::closed()),
            }
            match &*state.borrow_and_update() {
                State::Up(_, live) if live.is_up() => return Ok(Arc::clone(live)),
                State::Down(attempt, error) if *attempt >= counts_from => return Err(error.clone()),
                State::Up(..) | State::Connecting(_) | State::Down(..) => {}
            }
        }
    }

    /// The connection if it stands right now.
    pub(super) fn live_now(&self) -> Option<Arc<Live>> {
        match &*self.state.borrow() {
            State::Up(_, live) if live.is_up() => Some(Arc::clone(live)),
            State::Up(..) | State::Connecting(_) | State::Down(..) => None,
        }
    }

    async fn keep(self: Arc<Self>) {
        let mut pause = FIRST_PAUSE;
        for attempt in 0.. {
            self.state.send_replace(State::Connecting(attempt));
            let dialled = tokio::select! {
                dialled = dial(&self.options, self.role, attempt + 1) => dialled,
                () = self.tasks.closed() => return,
            };
            match dialled {
                Ok(live) => {
                    pause = FIRST_PAUSE;
                    let Some(reason) = self.watch(Arc::new(live), attempt).await else { return };
                    tracing::warn!(
                        connection = self.role.name(),
                        reason,
                        "the connection to the broker is lost"
                    );
                }
                Err(error) => {
                    tracing::debug!(connection = self.role.name(), %error, "no connection to the broker");
                    self.links.down(self.role, error.to_string());
                    self.state.send_replace(State::Down(attempt, error));
                    let patience = async {
                        tokio::time::sleep(SHORTEST_PAUSE).await;
                        tokio::select! {
                            () = tokio::time::sleep(jittered(pause)) => {}
                            () = self.bell.notified() => {}
                        }
                    };
                    tokio::select! {
                        () = patience => {}
                        () = self.tasks.closed() => return,
                    }
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// Follows a connection to its loss; `None` when the adapter closes.
    async fn watch(&self, live: Arc<Live>, attempt: u64) -> Option<String> {
        let mut events = pin!(live.events());
        tracing::info!(
            connection = self.role.name(),
            host = self.options.host,
            port = self.options.port,
            virtual_host = self.options.virtual_host,
            epoch = live.epoch(),
            frame_max = live.frame_max(),
            heartbeat = ?live.heartbeat(),
            "connected"
        );
        if live.epoch() > 1 {
            telemetry::reconnect();
        }
        self.links.up(self.role);
        self.state.send_replace(State::Up(attempt, Arc::clone(&live)));
        while live.is_up() {
            let event = tokio::select! {
                event = events.next() => event,
                // Somebody found it down, or only asks: the condition of the loop tells.
                () = self.bell.notified() => continue,
                () = self.tasks.closed() => {
                    live.close(Duration::MAX).await;
                    self.links.down(self.role, "closed".to_owned());
                    return None;
                }
            };
            match event {
                Some(Event::ConnectionBlocked(why)) => self.set_blocked(&live, Some(why)),
                Some(Event::ConnectionUnblocked) => self.set_blocked(&live, None),
                // Errors of single channels come this way as well.
                Some(Event::Error(error)) if !live.is_up() => {
                    return Some(self.lost(&live, fault::words(&error)));
                }
                Some(_) => {}
                None => break,
            }
        }
        let told = tokio::time::timeout(LAST_WORDS, async {
            while let Some(event) = events.next().await {
                if let Event::Error(error) = event {
                    return Some(fault::words(&error));
                }
            }
            None
        });
        let reason = told.await.ok().flatten().unwrap_or_else(|| "closed without a word".to_owned());
        Some(self.lost(&live, reason))
    }

    fn lost(&self, live: &Live, reason: String) -> String {
        self.links.down(self.role, reason.clone());
        live.set_gone(reason.clone());
        reason
    }

    fn set_blocked(&self, live: &Live, reason: Option<String>) {
        if let Some(reason) = &reason {
            tracing::warn!(connection = self.role.name(), reason, "the broker blocks the connection");
        } else {
            tracing::info!(connection = self.role.name(), "the broker unblocks the connection");
        }
        if self.role == Role::Publish {
            self.links.blocked(reason.clone());
        }
        live.set_blocked(reason);
    }
}

/// A quarter more or less, so that a thousand clients of a broker that restarts do not come back as one.
fn jittered(pause: Duration) -> Duration {
    let [random, ..] = *uuid::Uuid::new_v4().as_bytes();
    pause.mul_f64(0.75 + f64::from(random) / 510.0)
}
