//! Exchanges and their bindings: which queues a message goes to.

use std::collections::HashMap;

use super::{
    arguments::precondition_failed,
    routing::{Match, topic_matches},
};
use crate::{broker::BrokerError, message::Table, topology::ExchangeKind};

/// A queue's identity inside one broker; never used again after the queue is gone.
pub(super) type QueueId = u64;

/// An exchange with its bindings.
#[derive(Debug)]
pub(super) enum Exchange {
    Direct(HashMap<Box<str>, Vec<QueueId>>),
    Topic(Vec<(Box<str>, QueueId)>),
    Fanout(Vec<QueueId>),
    Headers(Vec<(Match, Table, QueueId)>),
}

impl Exchange {
    /// An exchange of this kind without bindings.
    pub(super) fn new(kind: ExchangeKind) -> Self {
        match kind {
            ExchangeKind::Direct => Self::Direct(HashMap::new()),
            ExchangeKind::Topic => Self::Topic(Vec::new()),
            ExchangeKind::Fanout => Self::Fanout(Vec::new()),
            ExchangeKind::Headers => Self::Headers(Vec::new()),
        }
    }

    /// Which kind it is.
    pub(super) fn kind(&self) -> ExchangeKind {
        match self {
            Self::Direct(_) => ExchangeKind::Direct,
            Self::Topic(_) => ExchangeKind::Topic,
            Self::Fanout(_) => ExchangeKind::Fanout,
            Self::Headers(_) => ExchangeKind::Headers,
        }
    }

    /// Adds a binding; one that is there already changes nothing.
    pub(super) fn bind(&mut self, queue: QueueId, key: &str, arguments: &Table) -> Result<(), BrokerError> {
        match self {
            Self::Direct(bindings) => add(bindings.entry(key.into()).or_default(), queue),
            Self::Topic(bindings) => add(bindings, (key.into(), queue)),
            Self::Fanout(bindings) => add(bindings, queue),
            Self::Headers(bindings) => {
                let how = Match::of(arguments).map_err(|why| precondition_failed(&why))?;
                add(bindings, (how, arguments.clone(), queue));
            }
        }
        Ok(())
    }

    /// Forgets every binding of a queue that is deleted.
    pub(super) fn unbind_all(&mut self, queue: QueueId) {
        match self {
            Self::Direct(bindings) => bindings.retain(|_, queues| {
                queues.retain(|bound| *bound != queue);
                !queues.is_empty()
            }),
            Self::Topic(bindings) => bindings.retain(|(_, bound)| *bound != queue),
            Self::Fanout(bindings) => bindings.retain(|bound| *bound != queue),
            Self::Headers(bindings) => bindings.retain(|(.., bound)| *bound != queue),
        }
    }

    /// Adds the queues that a message with this key and these headers goes to. A queue may come twice.
    pub(super) fn route(&self, key: &str, headers: &Table, found: &mut Vec<QueueId>) {
        match self {
            Self::Direct(bindings) => found.extend(bindings.get(key).into_iter().flatten()),
            Self::Topic(bindings) => {
                found.extend(
                    bindings
                        .iter()
                        .filter(|(pattern, _)| topic_matches(pattern, key))
                        .map(|(_, queue)| *queue),
                );
            }
            Self::Fanout(bindings) => found.extend(bindings),
            Self::Headers(bindings) => found.extend(
                bindings
                    .iter()
                    .filter(|(how, arguments, _)| how.matches(arguments, headers))
                    .map(|(.., queue)| *queue),
            ),
        }
    }
}

fn add<T: PartialEq>(bindings: &mut Vec<T>, binding: T) {
    if !bindings.contains(&binding) {
        bindings.push(binding);
    }
}
