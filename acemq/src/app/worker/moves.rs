//! Copies under way, and those that could not land and are tried again.

use std::{collections::HashMap, sync::Arc, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tokio::time::Instant;

use crate::{
    broker::{BoxFuture, PublishError},
    pipeline::{Carried, Context, Identity, Move, Permit, carry},
};

/// The first pause before a copy that did not land is tried again; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Copies of a listener on their way to the broker.
#[derive(Debug, Default)]
pub(super) struct Moves {
    under_way: FuturesUnordered<BoxFuture<'static, Ended>>,
    /// What each of those under way carries.
    identities: HashMap<u64, Identity>,
    started: u64,
    /// Of those under way, how many have failed before.
    again: usize,
    held: Vec<Held>,
    permit: Permit,
}

#[derive(Debug)]
struct Held {
    moving: Box<Move>,
    again: Instant,
    pause: Duration,
}

/// How the next move under way ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) number: u64,
    pub(super) carried: Carried,
    /// How long it paused before this try; zero for the first.
    pub(super) paused: Duration,
}

impl Moves {
    /// How many are under way.
    pub(super) fn under_way(&self) -> usize {
        self.under_way.len()
    }

    /// How many are under way or held.
    pub(super) fn unfinished(&self) -> usize {
        self.under_way.len() + self.held.len()
    }

    /// Whether any copy could not land yet: it is held, or tried again right now.
    pub(super) fn has_failing(&self) -> bool {
        !self.held.is_empty() || self.again > 0
    }

    /// Whether nothing is left to do.
    pub(super) fn is_done(&self) -> bool {
        self.under_way.is_empty() && self.held.is_empty()
    }

    /// No copy is begun from now on. Those under way go on.
    pub(super) fn begin_no_more(&self) {
        self.permit.end();
    }

    /// Begins to carry a copy.
    pub(super) fn start(&mut self, context: &Arc<Context>, moving: Box<Move>) {
        self.push(context, moving, Duration::ZERO);
    }

    fn push(&mut self, context: &Arc<Context>, moving: Box<Move>, paused: Duration) {
        self.again += usize::from(!paused.is_zero());
        self.started += 1;
        let number = self.started;
        self.identities.insert(number, moving.job.identity());
        // A suspect that is returned has its own time after the deadline: to come again by the closing of the channel would
        // bring it nearer to the limit.
        let permit = if moving.is_return() { Permit::default() } else { self.permit.clone() };
        let carrying = carry(Arc::clone(context), moving, permit);
        self.under_way.push(Box::pin(async move { Ended { number, carried: carrying.await, paused } }));
    }

    /// The next move under way that ends. Pends when none is.
    ///
    /// # Cancel safety
    ///
    /// Nothing is lost when the future is dropped.
    pub(super) async fn next(&mut self) -> Ended {
        match self.under_way.next().await {
            Some(ended) => {
                self.identities.remove(&ended.number);
                self.again -= usize::from(!ended.paused.is_zero());
                ended
            }
            None => std::future::pending().await,
        }
    }

    /// Holds a copy that did not land, to be tried again after a pause. The reason is logged once, with the first.
    pub(super) fn hold(
        &mut self,
        context: &Context,
        (moving, error): (Box<Move>, PublishError),
        paused: Duration,
    ) {
        let pause = if paused.is_zero() {
            tracing::error!(
                listener = %context.id, message_id = %moving.job.envelope.id, %error,
                "a copy could not land; its original is held and nothing new is started until it does"
            );
            FIRST_PAUSE
        } else {
            (paused * 2).min(LONGEST_PAUSE)
        };
        self.held.push(Held { moving, again: context.clock.instant() + pause, pause });
    }

    /// What is under way.
    pub(super) fn identities(&self) -> impl Iterator<Item = (u64, &Identity)> {
        self.identities.iter().map(|(number, identity)| (*number, identity))
    }

    /// When the next held copy is tried again.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.held.iter().map(|held| held.again).min()
    }

    /// Tries those again whose pause is over.
    pub(super) fn start_due(&mut self, context: &Arc<Context>) {
        let now = context.clock.instant();
        while let Some(index) = self.held.iter().position(|held| held.again <= now) {
            let Held { moving, pause, .. } = self.held.swap_remove(index);
            self.push(context, moving, pause);
        }
    }

    /// Takes those that are held.
    pub(super) fn take_held(&mut self) -> impl Iterator<Item = Box<Move>> + use<> {
        std::mem::take(&mut self.held).into_iter().map(|held| held.moving)
    }
}
