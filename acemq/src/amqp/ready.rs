//! Which confirms woke since the last look: the waker side of the collector.
//!
//! A set of futures from a library would do, but for one promise that [`filing`](super::filing) is built on: what woke
//! before something was seen is in this list by then. A waker writes its number here before it returns to lapin, and
//! nothing else decides what is looked at.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Wake, Waker},
};

use tokio::sync::Notify;

/// The numbers that woke, and the bell that calls their collector.
#[derive(Debug, Default)]
pub(super) struct Ready {
    woken: Mutex<Vec<u64>>,
    bell: Notify,
}

impl Ready {
    /// The waker of one publish.
    pub(super) fn waker(self: &Arc<Self>, id: u64) -> Waker {
        Waker::from(Arc::new(Bell { id, ready: Arc::clone(self) }))
    }

    /// Rings without a number: something else changed that the collector must look at.
    pub(super) fn ring(&self) {
        self.bell.notify_one();
    }

    /// Resolves when a number woke or somebody rang since the last call.
    pub(super) async fn rung(&self) {
        self.bell.notified().await;
    }

    /// Takes everything that woke, leaving `spare` to be filled next.
    pub(super) fn swap(&self, spare: Vec<u64>) -> Vec<u64> {
        std::mem::replace(&mut *self.lock(), spare)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u64>> {
        self.woken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes the collector for one publish.
struct Bell {
    id: u64,
    ready: Arc<Ready>,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let was_empty = {
            let mut woken = self.ready.lock();
            woken.push(self.id);
            woken.len() == 1
        };
        if was_empty {
            self.ready.bell.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_woke_is_in_the_list_by_the_time_the_bell_rings() {
        let ready = Arc::new(Ready::default());
        ready.waker(7).wake();
        ready.waker(8).wake_by_ref();
        ready.rung().await;
        assert_eq!(ready.swap(Vec::new()), [7, 8]);
        assert!(ready.swap(Vec::new()).is_empty());
    }
}
