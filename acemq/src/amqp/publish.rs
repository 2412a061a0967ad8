//! The way of one publish: checked, connected, not blocked, its exchange known, a slot, a channel, handed over, confirmed.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, oneshot},
    time::Instant,
};

use super::{
    check::{self, Prepared},
    declare::Admin,
    engine::{ANSWER, Tasks},
    exchanges::{Ask, Exchanges},
    fault,
    lane::{Answer, Lane},
    live::Live,
    wire::Wire,
};
use crate::broker::{
    BrokerError, BrokerErrorKind, ConnectOptions, Fate, Lane as LaneName, Publication, PublishError,
};

/// Publishes on the publishing connection, each lane on a channel of its own.
#[derive(Debug)]
pub(super) struct Publisher {
    wire: Arc<Wire>,
    tasks: Tasks,
    admin: Arc<Admin>,
    exchanges: Arc<Exchanges>,
    username: String,
    confirm_timeout: Duration,
    blocked_timeout: Duration,
    settlement: Track,
    republish: Track,
    application: Track,
}

/// One lane: its slots and its channel, when that is open.
#[derive(Debug)]
struct Track {
    slots: Arc<Semaphore>,
    lane: Arc<Mutex<Option<Arc<Lane>>>>,
    /// Held while the channel is being opened.
    opening: Arc<Semaphore>,
}

/// How far a publish came; what its deadline means depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Connecting,
    Waiting,
}

impl Publisher {
    /// A publisher that opens its channels when they are first needed.
    pub(super) fn new(options: &ConnectOptions, wire: Arc<Wire>, tasks: &Tasks, admin: Arc<Admin>) -> Self {
        Self {
            wire,
            tasks: tasks.clone(),
            admin,
            exchanges: Arc::new(Exchanges::default()),
            username: options.username.clone(),
            confirm_timeout: options.confirm_timeout,
            blocked_timeout: options.blocked_timeout,
            settlement: Track::new(options.max_outstanding_publishes),
            republish: Track::new(options.max_outstanding_publishes),
            application: Track::new(options.max_outstanding_publishes),
        }
    }

    /// Publishes and waits for the confirm, at most until the deadline.
    ///
    /// A copy of ours that is on its way has none: its fate is settled by the broker or by the loss of the channel, and a
    /// second copy because the first was slow would be one too many, under exactly the load that made it slow.
    pub(super) async fn publish(&self, publication: Publication) -> Answer {
        let within = publication.deadline.unwrap_or(self.confirm_timeout);
        let deadline = Instant::now() + within;
        let prepared = check::prepare(publication, &self.username)?;
        let lane = prepared.lane;
        let mut stage = Stage::Connecting;
        let sent = tokio::time::timeout_at(deadline, self.hand_over(prepared, &mut stage)).await;
        let answered = sent.unwrap_or_else(|_| Err(self.too_late(stage, within)))?;
        let answer = match lane {
            LaneName::Settlement | LaneName::Republish => answered.await,
            LaneName::Application => match tokio::time::timeout_at(deadline, answered).await {
                Ok(answer) => answer,
                Err(_elapsed) => {
                    return Err(PublishError::Timeout { after: within, fate: Fate::MayHaveBeenPublished });
                }
            },
        };
        answer.unwrap_or_else(|_| {
            let cause = "the connection to the broker is closed".to_owned();
            Err(PublishError::ConnectionLost { cause, fate: Fate::MayHaveBeenPublished })
        })
    }

    /// Hands the message to lapin; what is returned hears of its end.
    async fn hand_over(
        &self,
        mut prepared: Prepared,
        stage: &mut Stage,
    ) -> Result<oneshot::Receiver<Answer>, PublishError> {
        let track = self.track(prepared.lane);
        loop {
            *stage = Stage::Connecting;
            let live = match self.wire.live_now() {
                Some(live) => live,
                None => self.wire.live().await.map_err(not_sent)?,
            };
            *stage = Stage::Waiting;
            check::fits(&prepared, live.frame_max())?;
            self.until_unblocked(&live).await?;
            self.find_exchange(prepared.exchange.as_str()).await?;
            let slot = track.slot().await?;
            let lane = match self.open_lane(track, &live).await {
                Ok(lane) => lane,
                // Lost on the way here: the next turn connects again or says why not.
                Err(_) if !live.is_up() => continue,
                Err(error) => return Err(not_sent(error)),
            };
            // The last look: what is handed to lapin on a blocked connection stays there.
            if live.is_blocked() {
                continue;
            }
            match lane.publish(prepared, slot) {
                Ok(answered) => return Ok(answered),
                // The channel died meanwhile; nothing was sent.
                Err((back, _)) => prepared = *back,
            }
        }
    }

    fn too_late(&self, stage: Stage, after: Duration) -> PublishError {
        let blocked = self.wire.live_now().filter(|live| live.is_blocked());
        match (stage, blocked) {
            (Stage::Connecting | Stage::Waiting, Some(live)) => blocked_error(&live),
            (Stage::Waiting, None) => PublishError::Timeout { after, fate: Fate::NotSent },
            (Stage::Connecting, None) => PublishError::ConnectionLost {
                cause: format!("not connected again within {after:?}"),
                fate: Fate::NotSent,
            },
        }
    }

    /// Waits until the broker takes publishes, at most `blocked-timeout`.
    async fn until_unblocked(&self, live: &Live) -> Result<(), PublishError> {
        if !live.is_blocked() {
            return Ok(());
        }
        let mut blocked = live.blocked();
        let mut gone = live.gone();
        let unblocked = async {
            while live.is_blocked() && live.is_up() {
                tokio::select! {
                    changed = blocked.changed() => if changed.is_err() { return },
                    _ = gone.changed() => return,
                }
            }
        };
        match tokio::time::timeout(self.blocked_timeout, unblocked).await {
            Ok(()) => Ok(()),
            Err(_) => Err(blocked_error(live)),
        }
    }

    async fn find_exchange(&self, name: &str) -> Result<(), PublishError> {
        let mut asked = match self.exchanges.ask(name) {
            Ask::There => return Ok(()),
            Ask::Wait(asked) => asked,
            Ask::Look(tell) => {
                let asked = tell.subscribe();
                let (admin, exchanges) = (Arc::clone(&self.admin), Arc::clone(&self.exchanges));
                let name = name.to_owned();
                // A task of its own: others wait for it, even when this publisher stops waiting.
                drop(self.tasks.spawn(async move {
                    let found = admin.look_up_exchange(&name).await;
                    exchanges.tell(&name, &tell, found);
                }));
                asked
            }
        };
        let found = match asked.wait_for(Option::is_some).await {
            Ok(found) => found.clone(),
            Err(_) => None,
        };
        match found {
            Some(Ok(true)) => Ok(()),
            Some(Ok(false)) => Err(PublishError::NoExchange { exchange: name.to_owned() }),
            Some(Err(error)) if error.kind() == BrokerErrorKind::Lost => Err(not_sent(error)),
            Some(Err(error)) => Err(PublishError::Invalid { cause: error.to_string() }),
            None => Err(not_sent(super::engine::closed())),
        }
    }

    async fn open_lane(&self, track: &Track, live: &Arc<Live>) -> Result<Arc<Lane>, BrokerError> {
        if let Some(lane) = track.open(live) {
            return Ok(lane);
        }
        let turn =
            Arc::clone(&track.opening).acquire_owned().await.map_err(|_closed| super::engine::closed())?;
        if let Some(lane) = track.open(live) {
            return Ok(lane);
        }
        let what = "open a publishing channel";
        let (live, exchanges, tasks) = (Arc::clone(live), Arc::clone(&self.exchanges), self.tasks.clone());
        let kept = Arc::clone(&track.lane);
        self.tasks
            .ask(what.to_owned(), ANSWER, async move {
                let _turn = turn;
                let opened = Lane::open(live, exchanges, &tasks).await;
                let lane = opened.map_err(|error| fault::refused(what, &error))?;
                *lock(&kept) = Some(Arc::clone(&lane));
                Ok(lane)
            })
            .await
    }

    fn track(&self, lane: LaneName) -> &Track {
        match lane {
            LaneName::Settlement => &self.settlement,
            LaneName::Republish => &self.republish,
            LaneName::Application => &self.application,
        }
    }
}

impl Track {
    fn new(slots: usize) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(slots.clamp(1, Semaphore::MAX_PERMITS))),
            lane: Arc::new(Mutex::new(None)),
            opening: Arc::new(Semaphore::new(1)),
        }
    }

    async fn slot(&self) -> Result<OwnedSemaphorePermit, PublishError> {
        let slot = Arc::clone(&self.slots).acquire_owned().await;
        slot.map_err(|_closed| not_sent(super::engine::closed()))
    }

    /// The open channel of this connection.
    fn open(&self, live: &Arc<Live>) -> Option<Arc<Lane>> {
        let lane = lock(&self.lane);
        lane.as_ref().filter(|lane| Arc::ptr_eq(lane.live(), live) && lane.is_open()).cloned()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[expect(clippy::needless_pass_by_value, reason = "reads well in map_err")]
fn not_sent(error: BrokerError) -> PublishError {
    PublishError::ConnectionLost { cause: error.to_string(), fate: Fate::NotSent }
}

fn blocked_error(live: &Live) -> PublishError {
    let reason = live.blocked().borrow().clone();
    PublishError::Blocked { reason: reason.unwrap_or_else(|| "no reason given".to_owned()) }
}
