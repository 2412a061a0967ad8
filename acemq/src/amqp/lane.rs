//! One publishing channel and its collector, which owns every confirm and drops none.
//!
//! A publish is handed to lapin by whoever publishes, under the channel's lock, so that our ids follow the order on the
//! wire. The collector is the one task that looks at confirms; it tells a publisher how it ended only when
//! [`filing`](super::filing) is certain. A publisher that stops waiting leaves its confirm behind: it is collected all
//! the same, and its slot is given back only then.

use std::{
    collections::HashMap,
    fmt,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use lapin::{
    Confirmation,
    options::{BasicPublishOptions, ConfirmSelectOptions},
    types::AMQPValue,
};
use tokio::sync::{OwnedSemaphorePermit, oneshot};

use super::{
    check::Prepared,
    engine::Tasks,
    exchanges::Exchanges,
    fault,
    filing::{Carried, Completed, Ending, Filing, Round},
    live::{Live, close_channel},
    ready::Ready,
};
use crate::{
    broker::{Fate, PublishError},
    message::header,
};

/// The answer to one publish.
pub(super) type Answer = Result<(), PublishError>;

/// An open publishing channel.
pub(super) struct Lane {
    channel: Arc<lapin::Channel>,
    live: Arc<Live>,
    exchanges: Arc<Exchanges>,
    ready: Arc<Ready>,
    state: Mutex<State>,
}

struct State {
    /// How many publishes were handed over; their ids count from 1.
    handed_over: u64,
    /// Publishes without an answer.
    pending: HashMap<u64, Pending>,
    /// How many of them are not confirmed.
    outstanding: usize,
    filing: Filing,
    /// What killed the channel.
    fault: Option<Death>,
}

#[derive(Clone)]
struct Death {
    words: String,
    culprit: Option<Culprit>,
}

/// The exchange that a publish killed the channel with.
#[derive(Clone)]
enum Culprit {
    /// It is missing, and exactly one publish to it was outstanding: the one that found out.
    Missing(String),
    /// The broker takes nothing for it. Of several publishes to it an earlier one may have been taken.
    Refused(String, Fate),
}

struct Pending {
    /// Resolves with the confirm; `None` once it did.
    confirm: Option<Pin<Box<dyn Future<Output = lapin::Result<Confirmation>> + Send>>>,
    waker: std::task::Waker,
    answer: oneshot::Sender<Answer>,
    exchange: String,
    routing_key: String,
    _slot: OwnedSemaphorePermit,
}

impl Lane {
    /// Opens the channel, turns confirms on and starts its collector.
    ///
    /// # Errors
    ///
    /// lapin's.
    pub(super) async fn open(
        live: Arc<Live>,
        exchanges: Arc<Exchanges>,
        tasks: &Tasks,
    ) -> lapin::Result<Arc<Self>> {
        let channel = live.open_channel().await?;
        if let Err(error) = channel.confirm_select(ConfirmSelectOptions::default()).await {
            close_channel(&channel).await;
            return Err(error);
        }
        let lane = Arc::new(Self {
            channel: Arc::new(channel),
            live,
            exchanges,
            ready: Arc::new(Ready::default()),
            state: Mutex::new(State {
                handed_over: 0,
                pending: HashMap::new(),
                outstanding: 0,
                filing: Filing::default(),
                fault: None,
            }),
        });
        drop(tasks.spawn(Arc::clone(&lane).collect()));
        Ok(lane)
    }

    /// Whether a publish can be handed over.
    pub(super) fn is_open(&self) -> bool {
        self.lock().fault.is_none() && self.channel.status().connected()
    }

    /// The connection that it belongs to.
    pub(super) fn live(&self) -> &Arc<Live> {
        &self.live
    }

    /// Hands a publish to lapin. The receiver learns how it ended.
    ///
    /// # Errors
    ///
    /// The publish itself, when the channel is no longer open: nothing was sent.
    pub(super) fn publish(
        &self,
        prepared: Prepared,
        slot: OwnedSemaphorePermit,
    ) -> Result<oneshot::Receiver<Answer>, (Box<Prepared>, OwnedSemaphorePermit)> {
        let mut state = self.lock();
        if state.fault.is_some() || !self.channel.status().connected() {
            self.ready.ring();
            return Err((Box::new(prepared), slot));
        }
        let Prepared { exchange, routing_key, properties, mut headers, body, .. } = prepared;
        let id = state.handed_over + 1;
        let wire_id = i64::try_from(id).unwrap_or(i64::MAX);
        headers.insert(header::PUBLISH_ID.into(), AMQPValue::LongLongInt(wire_id));
        let properties = properties.with_headers(headers);
        let (answer, answered) = oneshot::channel();
        let waker = self.ready.waker(id);
        let channel = Arc::clone(&self.channel);
        let (to, key) = (exchange.to_string(), routing_key.to_string());
        let mut confirm: Pin<Box<dyn Future<Output = _> + Send>> = Box::pin(async move {
            let options = BasicPublishOptions { mandatory: true, immediate: false };
            channel.basic_publish(exchange, routing_key, options, &body, properties).await?.await
        });
        // The first look hands the frames to lapin. The broker may be faster than this thread: an ending that is there
        // already goes the way of all others, and woke nobody.
        let looked = confirm.as_mut().poll(&mut Context::from_waker(&waker));
        if let Poll::Ready(ended) = looked {
            confirm = Box::pin(std::future::ready(ended));
            waker.wake_by_ref();
        }
        state.handed_over = id;
        state.outstanding += 1;
        let confirm = Some(confirm);
        let pending = Pending { confirm, waker, answer, exchange: to, routing_key: key, _slot: slot };
        state.pending.insert(id, pending);
        Ok(answered)
    }

    /// The collector. Ends with the channel, when every publish has its answer.
    async fn collect(self: Arc<Self>) {
        let mut gone = self.live.gone();
        let mut stands = true;
        let mut spare = Vec::new();
        loop {
            tokio::select! {
                () = self.ready.rung() => {}
                _ = gone.wait_for(Option::is_some), if stands => stands = false,
            }
            loop {
                let woken = self.ready.swap(std::mem::take(&mut spare));
                let again = self.round(&woken);
                spare = woken;
                spare.clear();
                if !again {
                    break;
                }
            }
            {
                let state = self.lock();
                let dead = state.fault.is_some() || !self.channel.status().connected();
                if dead && state.outstanding == 0 {
                    return;
                }
            }
            // lapin's own tasks and the sockets are served by this thread.
            tokio::task::yield_now().await;
        }
    }

    /// Looks at what woke and answers whom it can. Whether another round is due.
    fn round(&self, woken: &[u64]) -> bool {
        let mut answers = Vec::with_capacity(woken.len());
        let again = {
            let mut state = self.lock();
            let outstanding_before = state.outstanding;
            let mut completed = Vec::with_capacity(woken.len());
            for id in woken {
                match state.look(*id) {
                    None => {}
                    Some(Ok(confirm)) => completed.push(confirm),
                    Some(Err(error)) => {
                        let death = self.death(&mut state, &error);
                        if let Some(pending) = state.pending.remove(id) {
                            answers.push((pending.answer, Err(death.answer(&pending.exchange))));
                        }
                    }
                }
            }
            let over = state.fault.is_some();
            let round = Round { outstanding_before, outstanding: state.outstanding, over };
            for (id, ending) in state.filing.round(&completed, round) {
                let Some(pending) = state.pending.remove(&id) else { continue };
                let Pending { exchange, routing_key, answer, .. } = pending;
                let ended = match ending {
                    Ending::Routed => Ok(()),
                    Ending::Unroutable => Err(PublishError::Unroutable { exchange, routing_key }),
                    Ending::Nacked => Err(PublishError::Nacked { exchange, routing_key }),
                    Ending::Unknown => Err(PublishError::ConnectionLost {
                        cause: "the channel was lost before a return could arrive".to_owned(),
                        fate: Fate::MayHaveBeenPublished,
                    }),
                };
                answers.push((answer, ended));
            }
            state.filing.needs_another_round()
        };
        for (answer, ended) in answers {
            // Nobody may be waiting any more.
            drop(answer.send(ended));
        }
        again
    }

    /// Notes what killed the channel, once.
    fn death(&self, state: &mut State, error: &lapin::Error) -> Death {
        if let Some(death) = &state.fault {
            return death.clone();
        }
        if fault::closed_a_channel(error) {
            self.live.spend_channel();
        }
        let missing = fault::missing_exchange(error);
        if let Some(exchange) = &missing {
            self.exchanges.forget(exchange);
        }
        let is_alone = |exchange: &str| {
            let to_it = |pending: &Pending| pending.exchange == exchange && !pending.is_confirmed();
            // The one that this error was read from is not counted: its confirm is taken.
            !state.pending.values().any(to_it)
        };
        let culprit = match (missing, fault::refused_exchange(error)) {
            (Some(exchange), _) => is_alone(&exchange).then_some(Culprit::Missing(exchange)),
            (None, Some(exchange)) => {
                let fate = if is_alone(&exchange) { Fate::NotSent } else { Fate::MayHaveBeenPublished };
                Some(Culprit::Refused(exchange, fate))
            }
            (None, None) => None,
        };
        let death = Death { words: fault::words(error), culprit };
        state.fault = Some(death.clone());
        death
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Looks at one confirm; `None` when there is nothing new.
    fn look(&mut self, id: u64) -> Option<lapin::Result<Completed>> {
        let pending = self.pending.get_mut(&id)?;
        let confirm = pending.confirm.as_mut()?;
        let Poll::Ready(confirmed) = confirm.as_mut().poll(&mut Context::from_waker(&pending.waker)) else {
            return None;
        };
        pending.confirm = None;
        self.outstanding -= 1;
        Some(confirmed.map(|confirmation| {
            let (acked, returned) = match confirmation {
                Confirmation::Ack(returned) => (true, returned),
                Confirmation::Nack(returned) => (false, returned),
                Confirmation::NotRequested => (true, None),
            };
            let carried = returned.map_or(Carried::Nothing, |message| {
                let headers = message.properties.headers().as_ref();
                match headers.and_then(|headers| headers.inner().get(header::PUBLISH_ID)) {
                    Some(AMQPValue::LongLongInt(id)) => {
                        u64::try_from(*id).map_or(Carried::Stranger, Carried::Return)
                    }
                    _ => Carried::Stranger,
                }
            });
            Completed { id, acked, carried }
        }))
    }
}

impl Pending {
    fn is_confirmed(&self) -> bool {
        self.confirm.is_none()
    }
}

impl Death {
    fn answer(&self, exchange: &str) -> PublishError {
        let (exchange, cause) = (exchange.to_owned(), self.words.clone());
        match &self.culprit {
            Some(Culprit::Missing(missing)) if *missing == exchange => PublishError::NoExchange { exchange },
            Some(Culprit::Refused(refused, fate)) if *refused == exchange => {
                PublishError::Refused { exchange, cause, fate: *fate }
            }
            Some(Culprit::Missing(_) | Culprit::Refused(..)) | None => {
                PublishError::ConnectionLost { cause, fate: Fate::MayHaveBeenPublished }
            }
        }
    }
}

impl fmt::Debug for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lane")
            .field("number", &self.channel.id())
            .field("epoch", &self.live.epoch())
            .finish_non_exhaustive()
    }
}
