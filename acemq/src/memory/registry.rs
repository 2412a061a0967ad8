//! The names of the brokers in this process. A broker lives while a handle to it does.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use super::shared::Shared;

/// One name, one broker. Weak, so that the name alone keeps none alive.
static BROKERS: Mutex<BTreeMap<String, Weak<Shared>>> = Mutex::new(BTreeMap::new());

/// The broker of this name; a new and empty one when nobody holds it.
pub(super) fn broker(name: &str) -> Arc<Shared> {
    let mut brokers = BROKERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(broker) = brokers.get(name).and_then(Weak::upgrade) {
        return broker;
    }
    brokers.retain(|_, broker| broker.strong_count() > 0);
    let broker = Arc::new(Shared::new());
    brokers.insert(name.to_owned(), Arc::downgrade(&broker));
    broker
}
