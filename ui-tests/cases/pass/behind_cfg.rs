//! Switched off, and with other attributes around it.

use acemq::prelude::*;

/// Documented.
#[ace_listener(queue = "bells")]
#[cfg(any())]
async fn on_missing(_: ThereIsNoSuchType) {}

#[cfg(not(any()))]
/// Above.
#[allow(dead_code)]
#[ace_listener(queue = "bells")]
/// Below.
#[inline]
#[must_use]
pub(crate) async fn on_bell() -> Ack {
    Ack::accept()
}

mod tower {
    fn _inside() {
        use acemq::prelude::*;

        #[ace_listener(queue = "bells")]
        async fn on_bell() {}
    }
}

fn main() {}
