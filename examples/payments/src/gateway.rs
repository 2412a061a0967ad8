//! A stand-in for the payment provider at the other end of the network: it fails as often as it is told to, and tells of
//! every call.
//!
//! It is a static because the real one is outside the process. What a service itself shares among its handlers is
//! handed to them as `State`; `clerk.rs` shows that.

use std::{
    collections::HashMap,
    sync::{Mutex, OnceLock, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use tokio::{sync::mpsc::UnboundedSender, time::Instant};

use crate::{journal::Event, listener::Payment};

static PROVIDER: OnceLock<Provider> = OnceLock::new();

#[derive(Debug)]
struct Provider {
    /// How often a payment still fails, by its id.
    failures: Mutex<HashMap<String, u32>>,
    events: UnboundedSender<Event>,
}

/// Opens for business. The first call counts.
pub(crate) fn open(failures: HashMap<String, u32>, events: UnboundedSender<Event>) {
    PROVIDER.get_or_init(|| Provider { failures: Mutex::new(failures), events });
}

/// Takes the money, or fails.
pub(crate) async fn take(payment: &Payment) -> anyhow::Result<()> {
    let provider = PROVIDER.get().context("the provider is not open")?;
    let at = Instant::now();
    tokio::time::sleep(Duration::from_millis(20)).await;
    let fails = provider.fails(&payment.id);
    provider.events.send(Event::Asked { payment: payment.id.clone(), at, taken: !fails })?;
    ensure!(!fails, "the provider answered 503");
    Ok(())
}

impl Provider {
    fn fails(&self, payment: &str) -> bool {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        match failures.get_mut(payment) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        }
    }
}
