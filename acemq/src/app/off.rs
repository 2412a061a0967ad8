//! The broker of an application that is switched off: every call fails and names the setting.

use std::{sync::Arc, time::Duration};

use tokio::sync::watch;

use crate::{
    broker::{
        Arrival, BoxFuture, Broker, BrokerError, BrokerErrorKind, Fate, Link, Publication, PublishError,
        QueueFacts, Subscribe, Subscription,
    },
    topology::Object,
};

/// What every call answers.
const OFF: &str = "`acemq.enabled` is false: there is no connection";

/// No broker at all.
#[derive(Debug)]
pub(super) struct Off(Arc<watch::Sender<Link>>);

impl Off {
    pub(super) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(Link::Down(OFF.to_owned()))))
    }
}

fn refused<'a, T: Send + 'a>() -> BoxFuture<'a, Result<T, BrokerError>> {
    Box::pin(std::future::ready(Err(BrokerError::new(BrokerErrorKind::Unsupported, OFF))))
}

impl Broker for Off {
    fn subscribe(&self, _: Subscribe) -> BoxFuture<'_, Result<Subscription, BrokerError>> {
        refused()
    }

    fn publish(&self, _: Publication) -> BoxFuture<'static, Result<(), PublishError>> {
        let lost = PublishError::ConnectionLost { cause: OFF.to_owned(), fate: Fate::NotSent };
        Box::pin(std::future::ready(Err(lost)))
    }

    fn declare<'a>(&'a self, _: &'a Object) -> BoxFuture<'a, Result<(), BrokerError>> {
        refused()
    }

    fn look_up_queue<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Option<QueueFacts>, BrokerError>> {
        refused()
    }

    fn look_up_exchange<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<bool, BrokerError>> {
        refused()
    }

    fn link(&self) -> watch::Receiver<Link> {
        self.0.subscribe()
    }

    fn get<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Option<Arrival>, BrokerError>> {
        refused()
    }

    fn header_budget(&self) -> usize {
        usize::MAX
    }

    fn close(&self, _: Duration) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}
