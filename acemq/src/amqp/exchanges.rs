//! Which exchanges exist, as far as we looked. A publish to a missing one closes its channel, so it is looked up first.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

use crate::broker::BrokerError;

/// What a look-up found.
pub(super) type Found = Result<bool, BrokerError>;

/// The exchanges that were found, and the look-ups under way.
#[derive(Debug, Default)]
pub(super) struct Exchanges(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    there: HashSet<Box<str>>,
    asked: HashMap<Box<str>, watch::Receiver<Option<Found>>>,
}

/// How a caller learns whether an exchange exists.
#[derive(Debug)]
pub(super) enum Ask {
    /// It does.
    There,
    /// Somebody is looking: the answer comes here.
    Wait(watch::Receiver<Option<Found>>),
    /// The caller looks, and tells everybody with [`Exchanges::tell`].
    Look(watch::Sender<Option<Found>>),
}

impl Exchanges {
    /// Whether an exchange exists. A thousand publishers that ask at once cost one look-up.
    pub(super) fn ask(&self, name: &str) -> Ask {
        let mut known = self.lock();
        if name.is_empty() || known.there.contains(name) {
            return Ask::There;
        }
        if let Some(asked) = known.asked.get(name) {
            return Ask::Wait(asked.clone());
        }
        let (tell, asked) = watch::channel(None);
        known.asked.insert(name.into(), asked);
        Ask::Look(tell)
    }

    /// Answers everybody who asked. That an exchange is missing is not remembered: it may be declared any moment.
    pub(super) fn tell(&self, name: &str, tell: &watch::Sender<Option<Found>>, found: Found) {
        let mut known = self.lock();
        known.asked.remove(name);
        if found == Ok(true) {
            known.there.insert(name.into());
        }
        tell.send_replace(Some(found));
    }

    /// The broker said that it is missing after all.
    pub(super) fn forget(&self, name: &str) {
        self.lock().there.remove(name);
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_exchange_is_always_there() {
        assert!(matches!(Exchanges::default().ask(""), Ask::There));
    }

    #[test]
    fn one_caller_looks_and_the_others_wait_for_its_answer() {
        let exchanges = Exchanges::default();
        let Ask::Look(tell) = exchanges.ask("orders") else { panic!("nobody looked before") };
        let Ask::Wait(asked) = exchanges.ask("orders") else { panic!("somebody looks already") };
        exchanges.tell("orders", &tell, Ok(true));
        assert_eq!(*asked.borrow(), Some(Ok(true)));
        assert!(matches!(exchanges.ask("orders"), Ask::There));
    }

    #[test]
    fn a_missing_one_is_looked_up_again_and_so_is_a_forgotten_one() {
        let exchanges = Exchanges::default();
        let Ask::Look(tell) = exchanges.ask("orders") else { panic!("nobody looked before") };
        exchanges.tell("orders", &tell, Ok(false));
        let Ask::Look(tell) = exchanges.ask("orders") else { panic!("missing is not remembered") };
        exchanges.tell("orders", &tell, Ok(true));
        exchanges.forget("orders");
        assert!(matches!(exchanges.ask("orders"), Ask::Look(_)));
    }
}
